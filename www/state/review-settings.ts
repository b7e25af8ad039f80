/** What a review is asked, and who says so. */

import type { Condition } from "../engine/wire/conditions";
import type { Role } from "../engine/wire/protocol";
import type { Teller } from "../engine/wire/review";
import type { Blank } from "../engine/wire/uniques-rows";

/** What is known of a column that is no quasi-identifier. */
export type Known = Exclude<Role, "quasi-identifier"> | "count";

export interface ReviewSettings {
  readonly qis: readonly string[];
  /** The other columns of which anything is known. */
  readonly others: Readonly<Record<string, Known>>;
  /** Who says what a column is. */
  readonly by: Readonly<Record<string, Teller>>;
  /** Null as long as nobody has said which. */
  readonly k: number | null;
  readonly kBy: Teller;
  readonly blank: Blank;
  /** Whether cells without a value are blank as `*` is. */
  readonly emptyIsBlank: boolean;
  readonly maxSize: number | null;
  /** What should hold beside k. */
  readonly conditions: readonly Condition[];
  readonly conditionsBy: Teller;
  /** The column that says how many people of the population a row stands for. */
  readonly weights: string | null;
  /** The key of keyed hashes, where the reviewer has it. */
  readonly key: string;
}

/** Nothing is taken for granted. */
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
