/** What there was before the settings changed, and what brings it to the settings as they are. */
const BEFORE = {
  search: ["this result", "Run again to have one for the settings as they are."],
  release: ["the last run", ""],
  sweep: ["this curve", ""],
  costs: ["these costs", "Find them again."],
  candidates: ["this comparison", ""],
  comparison: ["this comparison", ""],
  published: ["this study", ""],
  frontier: ["the last frontier", "Search anew."],
  uniques: ["the last search", "Find again."],
  proof: ["this proof", ""],
  reproof: ["this proof", ""],
  review: ["this review", "Review again."],
} as const;

/** Says that the settings are not those any more that something was made under. */
export function changedSince(what: keyof typeof BEFORE): string {
  const [since, remedy] = BEFORE[what];
  return `The settings have changed since ${since}. ${remedy}`.trimEnd();
}
