/** What the step is called, and what it is for. */
export const ABOUT = {
  name: "review",
  title: "Review",
  purpose:
    "Look at any finished file: how many share their values, who is alone, and which few values single them out.",
} as const;
