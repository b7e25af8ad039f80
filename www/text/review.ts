/** Words of the review of a finished file. */

import type { FileKind, SaidBy } from "../engine/wire/review";

/** What a file is taken for. */
export const TAKEN_FOR: Readonly<Record<FileKind, string>> = {
  release: "the release",
  report: "its report",
  recipe: "its recipe",
  original: "the original",
  hierarchy: "a hierarchy",
  population: "the population",
  proof: "its proof",
  table: "a table: which?",
  other: "nothing for a review",
};

/** What somebody may say that a file is. */
export const SAYABLE: readonly FileKind[] = [
  "release",
  "report",
  "recipe",
  "original",
  "hierarchy",
  "population",
  "proof",
];

/** Who says something of a release. */
export const TELLERS: Readonly<Record<SaidBy | "reviewer", string>> = {
  report: "the report",
  recipe: "the recipe",
  both: "report and recipe",
  reviewer: "you",
};

/** What a column may be said to be. */
export const KNOWN = {
  "quasi-identifier": "quasi-identifier: others may know it",
  sensitive: "sensitive: nobody may learn a person's value",
  identifier: "tells persons apart",
  count: "counts the records of a row",
  insensitive: "nothing of that",
} as const;

/** What the reviewer may write on the page of the verdict. */
export const VERDICT_FIELDS = {
  reviewer: "Reviewer: name, role, organisation",
  date: "Date of the review",
  decision: "Decision, and its conditions",
} as const;

/** What a review did not look for, and why. */
export const NOT_LOOKED_FOR = {
  classes:
    "What classes disclose was not looked for: rows have blanks in different columns, so that records are in no classes.",
  sensitive: "Classes of one sensitive value were not looked for: no column is said to be sensitive.",
  persons:
    "Whether records of one person stand for several was not looked for: no column is said to tell persons apart.",
  labels: "Labels that hold a rare value cannot be told without the original.",
  report: "Nothing that somebody claims of this release was checked: no report was given.",
  proof: "The proof was not checked: that takes the original and the recipe.",
  original: "The release was not compared with its original: that takes the original and the recipe.",
} as const;

export const DISCLOSED = {
  title: "What it may disclose all the same",
  nothing: "Nothing was found.",
} as const;
