/** The name and the purpose of the step. */
export const ABOUT = {
  name: "uniques",
  title: "Uniques",
  purpose: "See which few values together single people out, and suppress the fewest cells that put an end to it.",
} as const;
