/** The steps by name, in their order. */
export const STEP_NAMES = [
  "open",
  "roles",
  "hierarchies",
  "policy",
  "frontier",
  "uniques",
  "compare",
  "release",
  "review",
  "notes",
] as const;

export type StepName = (typeof STEP_NAMES)[number];
