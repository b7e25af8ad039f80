/** What the step is called, and what it is for. */
export const ABOUT = {
  name: "review",
  title: "Review",
  purpose: "Check a release: whether its report holds, who is alone in it, and what its columns show.",
} as const;
