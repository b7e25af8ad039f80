/** Words of the review of a finished file. */

/** What may be known of a column that is no quasi-identifier. */
export const KNOWN: Readonly<Record<"sensitive" | "identifier" | "count" | "insensitive", string>> = {
  sensitive: "sensitive: nobody may learn a person's value",
  identifier: "tells persons apart",
  count: "counts the records of a row",
  insensitive: "nothing of that",
};

export const OTHER_COLUMNS = {
  legend: "The other columns: what is in them",
  unknown: "not said",
} as const;

/** What a review did not look for, and why. */
export const NOT_LOOKED_FOR = {
  classes:
    "What classes disclose was not looked for: rows have blanks in different columns, so that records are in no classes.",
  sensitive: "Classes of one sensitive value were not looked for: no column is said to be sensitive.",
  persons:
    "Whether records of one person stand for several was not looked for: no column is said to tell persons apart.",
  labels: "Labels that hold a rare value cannot be told without the original.",
} as const;

export const DISCLOSED = {
  title: "What it may disclose all the same",
  nothing: "Nothing was found.",
} as const;
