/** The rows of the papers' studies, in the form of the core and the command line. */

import type { StudyName } from "../pkg/kanon.js";

export type { StudyName };

/** The settings of a study. */
export interface StudyPlan {
  readonly name: StudyName;
  /** Numbers of leading quasi-identifiers; for `ola`, k. */
  readonly numbers: readonly number[];
  /** For `ola`: shares of the records that may be suppressed. */
  readonly limits: readonly number[];
  /** The time limit of one run. */
  readonly seconds: number;
}

/** The operations on a store. */
export interface StoreUse {
  readonly inserts: number;
  readonly queries: number;
  readonly hits: number;
  readonly antichain: number;
}

/** The work of one search. */
export interface SearchRun {
  readonly loss: number | null;
  readonly suppressed_records: number | null;
  readonly done: boolean;
  readonly seconds: number;
  readonly counters: {
    readonly checked: number;
    readonly node_score: number;
    readonly compared: number;
    readonly insufficient_protection: StoreUse;
    readonly insufficient_quality: StoreUse;
  };
}

export type StoreKind = "list" | "pruned-list" | "trie" | "ranked-trie";

export interface PruningRow {
  readonly quasi_identifiers: number;
  readonly lattice_size: string;
  readonly flash: SearchRun;
  readonly flash_early_bounds: SearchRun;
  readonly flash_explicit: SearchRun | null;
  readonly best_first: SearchRun;
  readonly best_first_without_prediction: SearchRun;
  readonly stores: readonly {
    readonly store: StoreKind;
    readonly operations: number;
    readonly seconds: number;
    readonly done: boolean;
  }[];
}

export interface AnytimeRow {
  readonly quasi_identifiers: number;
  readonly lattice_size: string;
  readonly losses: readonly { readonly seconds: number; readonly checked: number; readonly loss: number }[];
  readonly seconds_to_best: number;
  readonly best_first: SearchRun;
  /** Null if no policy is valid. */
  readonly bound: number | null;
  readonly igreedy: SearchRun;
  readonly loss_in_igreedy_time: number | null;
  readonly improvement: number | null;
}

export type OlaMeasure = "precision" | "dm-star" | "entropy";

export interface OlaRow {
  readonly k: number;
  readonly suppression_limit: number;
  readonly measure: OlaMeasure;
  readonly optimum: number | null;
  readonly datafly: number | null;
  readonly samarati: number | null;
  readonly incognito_agrees: boolean | null;
  readonly ola: SearchRun;
  readonly incognito: SearchRun;
  readonly samarati_seconds: number;
  readonly datafly_seconds: number;
}

/** A row of any study. */
export type StudyRow = PruningRow | AnytimeRow | OlaRow;

/** The finished rows, and how many are left. */
export interface StudyProgress {
  readonly rows: readonly StudyRow[];
  readonly left: number;
}
