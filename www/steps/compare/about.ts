/** The name and the purpose of the step. */
export const ABOUT = {
  name: "compare",
  title: "Compare",
  purpose: "See what a policy makes of each column before you release it, and two policies side by side.",
} as const;
