/** What existed before the settings changed, and how to update it. */
const BEFORE = {
  search: ["this result", "Run again to have one for the settings as they are."],
  release: ["the last run", ""],
  sweep: ["this curve", ""],
  costs: ["these costs", "Find them again."],
  candidates: ["this comparison", ""],
  comparison: ["this comparison", ""],
  frontier: ["the last frontier", "Search anew."],
  uniques: ["the last search", "Find again."],
  proof: ["this proof", ""],
  reproof: ["this proof", ""],
  review: ["this review", "Review again."],
} as const;

/** The note that the settings have changed since something was made. */
export function changedSince(what: keyof typeof BEFORE): string {
  const [since, remedy] = BEFORE[what];
  return `The settings have changed since ${since}. ${remedy}`.trimEnd();
}
