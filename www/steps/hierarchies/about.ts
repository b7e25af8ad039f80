/** What the step is called, and what it is for. */
export const ABOUT = {
  name: "hierarchies",
  title: "Hierarchies",
  purpose: "Say how the values of each quasi-identifier may be made coarser, level by level.",
} as const;
