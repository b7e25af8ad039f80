/** The papers' studies; their rows, which the core and the command line write, are generated. */

import type { AnytimeRow, OlaRow, PruningRow, StudyName } from "../pkg/kanon.js";

export type {
  AnytimeRow,
  OlaMeasure,
  OlaRow,
  PruningRow,
  SearchRun,
  StoreKind,
  StoreUse,
  StudyName,
} from "../pkg/kanon.js";

/** What a study is to be run on. */
export interface StudyPlan {
  readonly name: StudyName;
  /** Numbers of first quasi-identifiers; for `ola`, k. */
  readonly numbers: readonly number[];
  /** For `ola`: shares of the records that may be suppressed. */
  readonly limits: readonly number[];
  /** The most that one run may take. */
  readonly seconds: number;
}

/** A row of whichever study. */
export type StudyRow = PruningRow | AnytimeRow | OlaRow;

/** The rows that are made, and how many are still to be made. */
export interface StudyProgress {
  readonly rows: readonly StudyRow[];
  readonly left: number;
}
