/** The effect of policies on a table before anything is released, in the form of the core and the command line. */

import type { LossMeasure } from "./protocol";

/** A policy to describe. */
export interface CandidateAsked {
  readonly levels: readonly number[];
  /** The least size of a kept class. */
  readonly k: number;
  /** The recipe as text, if it is not the study's. */
  readonly recipe: string | null;
  /** Whether that recipe has different hierarchies from the table. */
  readonly rebuilt: boolean;
}

/** The settings for all of them. */
export interface CompareAsked {
  readonly candidates: readonly CandidateAsked[];
  /** A risk threshold beside the usual ones. */
  readonly threshold: number | null;
  /** Two released columns to cross; none or two. */
  readonly cross: readonly string[];
}

/** A number, or a day as text. */
export type Measured = number | string;

export interface FiguresRow {
  readonly records: number;
  readonly mean: Measured;
  readonly standard_deviation: number | null;
  readonly lowest: Measured;
  readonly lower_quartile: Measured;
  readonly median: Measured;
  readonly upper_quartile: Measured;
  readonly highest: Measured;
}

/** The first and the last value of groups, in an order that keeps every group together. */
export type Span = readonly [number, number];

export interface GroupRow {
  readonly label: string;
  readonly last: string | null;
  readonly groups: number;
  readonly is_rest: boolean;
  readonly before: number;
  readonly after: number;
  readonly span: Span | null;
}

export interface ColumnRow {
  readonly column: string;
  readonly level: number;
  readonly words: string;
  readonly loss: number | null;
  readonly values: number;
  readonly groups: number;
  readonly missing_before: number;
  readonly missing_after: number;
  readonly suppressed: number;
  readonly kind: "number" | "date" | "time" | "text";
  readonly before: FiguresRow | null;
  readonly after: FiguresRow | null;
  readonly off_at_most: number | null;
  readonly off_on_average: number | null;
  readonly distribution: readonly GroupRow[];
}

export interface SizesRow {
  readonly from: number;
  readonly to: number;
  readonly classes_before: number;
  readonly classes_after: number;
  readonly records_before: number;
  readonly records_after: number;
}

export interface ToldRow {
  readonly classes: number;
  readonly records: number;
  readonly classes_alike: number;
  readonly records_alike: number;
  readonly fewest_values: number;
}

export interface CrossRow {
  readonly row: string;
  readonly column: string;
  readonly rows: readonly GroupRow[];
  readonly columns: readonly GroupRow[];
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
}

/** The effect of one policy on the table. */
export interface CandidateRow {
  readonly kind: "compare";
  readonly format: number;
  readonly k: number;
  readonly policy: Readonly<Record<string, number>>;
  readonly words: Readonly<Record<string, string>>;
  readonly measure: LossMeasure;
  readonly loss: number;
  readonly records: number;
  readonly suppressed_records: number;
  readonly classes_before: number;
  readonly classes: number;
  readonly columns: readonly ColumnRow[];
  readonly sizes: readonly SizesRow[];
  readonly at_risk: readonly { readonly threshold: number; readonly before: number; readonly after: number }[];
  readonly sensitive: readonly {
    readonly column: string;
    readonly before: ToldRow;
    readonly after: ToldRow;
    readonly suppressed: ToldRow;
  }[];
  readonly cross: CrossRow | null;
}
