/** Unsafe combinations, suppressions and reviews, in the form of the core and the command line. */

import type { CellsHead, Disclosed, FinishedDisclosed, SettledClaims } from "../pkg/kanon.js";
import type { Blank, CheckedCondition, Dialect, FindingsView, Reviewed, UniquesReport, UniquesSettings } from "./core";
import type { PopulationBytes } from "./frontier";

export type {
  CheckedCondition,
  ColumnImpact,
  FindingsView,
  ImpactReport,
  ModelReport,
  RecordView,
  Reviewed,
  RiskyRecord,
  Suppress,
  UniquesReport,
  UnsafeAfter,
} from "./core";

/** The recipe's section `uniques`, with its k. */
export type UniquesRecipe = UniquesSettings & { readonly k: number };

/** The result of a search: its report, and more detail for the page. */
export interface UniquesFound {
  readonly report: UniquesReport;
  readonly view: FindingsView;
}

/** A suppression with its cost, and the report in the form of the command line. */
export interface SuppressedFound {
  readonly report: UniquesReport;
}

export interface WrittenCells {
  readonly blob: Blob | null;
  readonly bytes: number;
  readonly report: string;
  readonly recipientReport: string;
  readonly verification: SettledClaims;
  readonly disclosure: readonly Disclosed[];
}

/** The progress of a search or a suppression. */
export interface Share {
  readonly share: number;
  /** For a suppression: its cost so far, the lower bound, and whether it could end with its best so far. */
  readonly cost: number;
  readonly bound?: number;
  readonly canEnd?: boolean;
}

export type { Blank, CellsHead, SettledClaims };

/** A review, and the disclosure risks that remain although every record is like k others. */
export interface FullReview {
  readonly reviewed: Reviewed;
  readonly conditions: readonly CheckedCondition[];
  readonly disclosed: FinishedDisclosed;
}

/** The conditions to check in a finished file beside k, and how to read it for them. */
export interface ConditionsAsked {
  /** As JSON. */
  readonly asked: string;
  /** The recipe by which sensitive columns are read and people are placed in classes. */
  readonly recipe: string | null;
  readonly dialect: Dialect;
  /** The population whose people are counted; null for none. */
  readonly population: PopulationBytes | null;
}

export interface ReviewAsked {
  /** What is known of its columns. */
  readonly recipe: string;
  readonly k: number;
  readonly blank: Blank;
  readonly missing: readonly string[];
  /** Whether these but `*` are missing values that match nothing, rather than suppressed cells. */
  readonly ignoresMissing: boolean;
  /** The conditions beside k; null for none. */
  readonly conditions: ConditionsAsked | null;
}
