/** Unsafe combinations, suppressions and reviews; what the core and the command line write of them is generated. */

import type { Blank, FindingsView, FinishedDisclosed, Reviewed, Suppress, UniquesReport } from "../pkg/kanon.js";

export type {
  Blank,
  ColumnImpact,
  FindingsView,
  ImpactReport,
  Interval,
  ModelReport,
  RecordView,
  Reviewed,
  Suppress,
  UniquesReport,
  UnsafeAfter,
} from "../pkg/kanon.js";

/** The recipe's section `uniques`. */
export interface UniquesRecipe {
  readonly k: number;
  readonly max_size: number | null;
  readonly missing: "ignore" | "value";
  readonly suppress: Suppress;
  readonly weights: Readonly<Record<string, number>>;
  readonly policy?: Readonly<Record<string, number>>;
  readonly impact: {
    readonly weight: string | null;
    readonly outcome: string | null;
    readonly covariates: readonly string[];
  };
}

/** What a search found: its report, and more detail for the page. */
export interface UniquesFound {
  readonly report: UniquesReport;
  readonly view: FindingsView;
}

/** A suppression with what it costs, and the report as the command line writes it. */
export interface SuppressedFound {
  readonly report: UniquesReport;
}

export interface WrittenCells {
  readonly blob: Blob | null;
  readonly bytes: number;
  readonly report: string;
}

/** How far a search or a suppression has come; a suppression also has its cost so far. */
export interface Share {
  readonly share: number;
  readonly cost: number;
}

/** A review, and what the file may disclose although every record is like k others. */
export interface FullReview {
  readonly reviewed: Reviewed;
  readonly disclosed: FinishedDisclosed;
}

/** What is asked of a finished file. */
export interface ReviewAsked {
  /** What is known of its columns. */
  readonly recipe: string;
  readonly k: number;
  readonly blank: Blank;
  readonly missing: readonly string[];
}
