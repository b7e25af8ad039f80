/** The name and the purpose of the step. */
export const ABOUT = {
  name: "open",
  title: "Open",
  purpose: "See what is in the file, and whether it was read as you mean it.",
} as const;
