/** Words of the review of a finished file that the core has no part in. */

import type { FileKind, ReviewWords, Teller } from "../engine/wire/review";

/** What a file is taken for. */
export function takenFor({ kinds }: ReviewWords, kind: FileKind): string {
  return kinds.find((one) => one.kind === kind)?.words ?? "";
}

/** Who says something of a release, to the reviewer. */
export function tellerWords({ tellers }: ReviewWords, teller: Teller): string {
  return teller === "reviewer" ? "you" : (tellers.find((one) => one.teller === teller)?.words ?? "");
}

/** What a column may be said to be. */
export const KNOWN = {
  "quasi-identifier": "quasi-identifier: others may know it",
  sensitive: "sensitive: nobody may learn a person's value",
  identifier: "tells persons apart",
  count: "counts the records of a row",
  insensitive: "nothing of that",
} as const;

export const DISCLOSED = {
  title: "What it may disclose all the same",
  nothing: "Nothing was found.",
} as const;
