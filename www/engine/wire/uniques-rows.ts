/** Unsafe combinations, suppressions and reviews, in the form of the core and the command line. */

import type { Blank, CellsHead, Dialect, Disclosed, FinishedDisclosed, SettledClaims } from "../pkg/kanon.js";
import type { PopulationBytes } from "./frontier";

export type Suppress = "none" | "per-record" | "wildcard" | "strict";

/** The recipe's section `uniques`. */
export interface UniquesRecipe {
  readonly k: number;
  readonly max_size: number | null;
  readonly missing: "ignore" | "value";
  readonly suppress: Suppress;
  readonly weights: Readonly<Record<string, number>>;
  readonly end_after_steps?: number;
  readonly policy?: Readonly<Record<string, number>>;
  readonly impact: {
    readonly weight: string | null;
    readonly outcome: string | null;
    readonly covariates: readonly string[];
  };
}

export interface UnsafeAfter {
  readonly wildcard: number;
  readonly matches_nothing: number;
  readonly category: number;
  readonly attacker: number;
}

/** A share, and the ends of its 95 % interval. */
export type Interval = readonly [number, number, number];

export interface ColumnImpact {
  readonly column: string;
  readonly cells: number;
  readonly share: number;
  readonly most_suppressed: readonly [string, number] | null;
  readonly vanished: readonly string[];
  readonly values: readonly {
    readonly value: string;
    readonly records: number;
    readonly suppressed: number;
    readonly before: Interval;
    readonly after: Interval | null;
    readonly overlaps: boolean;
  }[];
}

export interface ModelReport {
  readonly data: "original" | "excluding" | "as-level";
  readonly records: number;
  readonly r_squared: number;
  readonly significant: readonly string[];
  readonly coefficients: readonly {
    readonly column: string;
    readonly value: string;
    readonly estimate: number;
    readonly standard_error: number;
    /** Absent if the covariates explain the outcome without an error. */
    readonly t?: number;
    readonly p: number;
  }[];
}

export interface ImpactReport {
  readonly columns: readonly ColumnImpact[];
  readonly overlapping: number;
  readonly compared: number;
  readonly regressions?: readonly ModelReport[];
}

export interface UniquesReport {
  readonly k: number;
  /** The most quasi-identifiers of a combination that was looked for; null for all. */
  readonly max_size: number | null;
  readonly method: string;
  readonly records: number;
  readonly unsafe_records: number;
  readonly combinations: number;
  readonly combinations_by_size: readonly number[];
  readonly combinations_by_qi: Readonly<Record<string, number>>;
  readonly records_by_smallest_size: readonly number[];
  readonly records_resolved_without: Readonly<Record<string, number>>;
  readonly scores: {
    readonly formula: string;
    readonly mean: number;
    readonly median: number;
    readonly greatest: number;
    readonly dis_fraction: number;
    readonly sum_of_dis: number;
  };
  readonly suppress: Suppress;
  readonly suppressed_cells: number;
  readonly suppressed_cells_by_qi: Readonly<Record<string, number>>;
  readonly suppression_cost: number;
  readonly lower_bound_cells: number;
  readonly lower_bound_cost: number;
  readonly proven_minimal: boolean;
  readonly ended_after_steps?: number;
  readonly unsafe_after: UnsafeAfter;
  readonly impact?: ImpactReport;
  readonly seconds: number;
}

export interface RiskyRecord {
  readonly row: number;
  readonly records: number;
  readonly combinations: number;
  readonly smallest: number;
  readonly score: number;
  readonly dis: number;
  readonly values: readonly string[];
}

export interface FindingsView {
  readonly by_qi_and_size: readonly (readonly number[])[];
  readonly values: readonly (readonly (readonly [string, number])[])[];
  readonly heights: readonly number[];
  readonly levels: readonly number[];
  readonly riskiest: readonly RiskyRecord[];
}

export interface RecordView {
  readonly row: number;
  readonly values: readonly string[];
  readonly total: number;
  readonly combinations: readonly (readonly number[])[];
  readonly fix: readonly number[];
  readonly cost: number;
}

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

export interface Reviewed {
  readonly records: number;
  readonly blank_records: number;
  readonly blank_cells: readonly number[];
  readonly classes: number;
  readonly kept_classes: number;
  readonly kept_smallest: number;
  readonly kept_below_k: number;
  readonly smallest: number;
  readonly unique_records: number;
  readonly records_below_k: number;
  readonly highest_risk: number;
  readonly average_risk: number;
  readonly worst: readonly (readonly [readonly string[], number, number])[];
}

/** The result for one condition of a finished file. */
export interface CheckedCondition {
  /** The condition in words. */
  readonly asked: string;
  /** Null if it could not be checked. */
  readonly holds: boolean | null;
  /** The figure found, or why it could not be checked. */
  readonly found: string;
  /** Classes that were checked. */
  readonly classes: number;
  /** Failing classes, and their records. */
  readonly failing: readonly [number, number];
  readonly columns: readonly string[];
  /** The worst failing classes: their cells, their records, and their figure. */
  readonly worst: readonly (readonly [readonly string[], number, string])[];
}

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
