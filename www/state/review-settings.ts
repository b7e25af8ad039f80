/** The settings of a review, and their sources. */

import type { Condition } from "../engine/wire/conditions";
import type { Role } from "../engine/wire/protocol";
import type { StatementSource } from "../engine/wire/review";
import type { Blank } from "../engine/wire/uniques-rows";

/** The declared use of a column that is not a quasi-identifier. */
export type Known = Exclude<Role, "quasi-identifier"> | "count";

export interface ReviewSettings {
  readonly qis: readonly string[];
  /** The other columns with a declared use. */
  readonly others: Readonly<Record<string, Known>>;
  /** The source of each column's use. */
  readonly by: Readonly<Record<string, StatementSource>>;
  /** Null while undecided. */
  readonly k: number | null;
  readonly kBy: StatementSource;
  readonly blank: Blank;
  /** Whether cells without a value are blank like `*`. */
  readonly emptyIsBlank: boolean;
  readonly maxSize: number | null;
  /** The conditions beside k. */
  readonly conditions: readonly Condition[];
  readonly conditionsBy: StatementSource;
  /** The column with the number of people of the population that a row represents. */
  readonly weights: string | null;
  /** The key of keyed hashes, if the reviewer has it. */
  readonly key: string;
}

/** No assumptions. */
export const EMPTY_REVIEW: ReviewSettings = {
  qis: [],
  others: {},
  by: {},
  k: null,
  kBy: "reviewer",
  blank: "category",
  emptyIsBlank: true,
  maxSize: null,
  conditions: [],
  conditionsBy: "reviewer",
  weights: null,
  key: "",
};
