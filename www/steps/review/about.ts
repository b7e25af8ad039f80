/** The name and the purpose of the step. */
export const ABOUT = {
  name: "review",
  title: "Review",
  purpose: "Check a release: whether its report holds, who is alone in it, and what its columns show.",
} as const;
