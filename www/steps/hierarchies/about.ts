/** The name and the purpose of the step. */
export const ABOUT = {
  name: "hierarchies",
  title: "Hierarchies",
  purpose: "Say how the values of each quasi-identifier may be made coarser, level by level.",
} as const;
