/** Texts of the review of a finished file that do not come from the core. */

import type { FileKind, ReviewWords, StatementSource } from "../engine/wire/review";

/** The name of a file's kind. */
export function takenFor({ kinds }: ReviewWords, kind: FileKind): string {
  return kinds.find((one) => one.kind === kind)?.words ?? "";
}

/** The name of a source of statements, for the reviewer. */
export function tellerWords({ tellers }: ReviewWords, teller: StatementSource): string {
  return teller === "reviewer" ? "you" : (tellers.find((one) => one.teller === teller)?.words ?? "");
}

/** The possible declarations of a column. */
export const KNOWN = {
  "quasi-identifier": "quasi-identifier: others may know it",
  sensitive: "sensitive: nobody may learn a person's value",
  identifier: "identifies persons: a name, a number, free text",
  count: "counts the records of a row",
  insensitive: "nothing of that",
} as const;

export const DISCLOSED = {
  title: "What it may disclose all the same",
  nothing: "Nothing was found.",
} as const;
