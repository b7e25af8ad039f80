/** What the step is called, and what it is for. */
export const ABOUT = {
  name: "open",
  title: "Open",
  purpose: "See what is in the file, and whether it was read as you mean it.",
} as const;
