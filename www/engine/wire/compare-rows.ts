/** The effect of policies on a table before anything is released, in the form of the core and the command line. */

export type {
  CandidateReport as CandidateRow,
  ColumnReport as ColumnRow,
  CrossReport as CrossRow,
  FiguresReport as FiguresRow,
  GroupReport as GroupRow,
  Measured,
  SizesReport as SizesRow,
  Told as ToldRow,
} from "./core";

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

/** The first and the last value of groups, in an order that keeps every group together. */
export type Span = readonly [number, number];
