/** The name and the purpose of the step. */
export const ABOUT = {
  name: "frontier",
  title: "Frontier",
  purpose: "See every good trade-off between risk and loss at once, where Safe Harbor stands, and what is better.",
} as const;
