/** What the step is called, and what it is for. */
export const ABOUT = {
  name: "compare",
  title: "Compare",
  purpose: "See what a policy makes of each column before you release it, and two policies side by side.",
} as const;
