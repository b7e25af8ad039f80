/** Texts of the views of unsafe combinations. */

import type { Blank, Suppress, UnsafeAfter } from "../engine/wire/uniques-rows";

export const WAYS: Readonly<Record<Exclude<Suppress, "none">, { name: string; words: string }>> = {
  strict: {
    name: "Strict",
    words:
      "the table is k-anonymous however a suppressed cell is read: records are made alike, cell by cell, in groups of at least k; a proven bound says how many cells any such table must lose",
  },
  wildcard: {
    name: "Fewest of all together",
    words:
      "the table is k-anonymous for whoever takes a suppressed cell for any value, all records together; a proven bound says how few can be enough. Never more than k − 1 whole records, since everybody may be taken for these: few cells, and records are still unsafe under other readings",
  },
  "per-record": {
    name: "Fewest of each record",
    words:
      "proven fewest cells (with weights: cheapest) of each record by itself, counted against the original; the table is k-anonymous for whoever takes a suppressed cell for any value, and records are still unsafe under most other readings",
  },
};

/** Why cells are not suppressed beside conditions, where they would be. */
export const NO_CELLS =
  "Cells can be suppressed for k alone: records with suppressed cells are in no classes, and Policy asks for more than k of every class. Remove these conditions to suppress cells, or release a policy.";

/** The same where conditions are asked for. */
export const NO_CELLS_BESIDE =
  "These conditions hold for a policy. Single cells, under Uniques, can be suppressed for k alone.";

/** The readings of a suppressed cell, in the order of the report. */
export const READINGS: readonly { key: keyof UnsafeAfter; name: string; words: string }[] = [
  { key: "wildcard", name: "may be any value", words: "two records match where both kept a cell and agree" },
  { key: "matches_nothing", name: "matches nothing", words: "the other must have kept every cell that this one kept" },
  { key: "category", name: "is a value of its own", words: "the other must have kept and lost the same cells" },
  {
    key: "attacker",
    name: "hides nothing from who knows all",
    words: "someone compares all original values of a record with what others kept",
  },
];

export const BLANKS: Readonly<Record<Blank, string>> = {
  category: "is a value of its own",
  wildcard: "may be any value",
  nothing: "matches nothing",
};

export const MODELS: Readonly<Record<string, string>> = {
  original: "original table",
  excluding: "records without a suppressed cell",
  "as-level": "suppressed cells as a level of their own",
};
