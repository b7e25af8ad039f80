import type { StepName } from "../state/study";

/** What each step is called, and what it is for. */
export const STEPS: Readonly<Record<StepName, { title: string; purpose: string }>> = {
  open: { title: "Open", purpose: "See what is in the file, and whether it was read as you mean it." },
  roles: {
    title: "Roles",
    purpose: "Say what each column is: what singles a person out, what is to be learned, what is neither.",
  },
  hierarchies: {
    title: "Hierarchies",
    purpose: "Say how the values of each quasi-identifier may be made coarser, level by level.",
  },
  policy: {
    title: "Policy",
    purpose: "Say what protection you need; Kanon finds the policy that loses least, and proves it.",
  },
  frontier: {
    title: "Frontier",
    purpose: "See every good trade-off between risk and loss at once, where Safe Harbor stands, and what is better.",
  },
  uniques: {
    title: "Uniques",
    purpose: "See which few values together single people out, and suppress the fewest cells that put an end to it.",
  },
  release: {
    title: "Release",
    purpose: "Write the anonymized table, read it again, and check every claim against its bytes and the original's.",
  },
  review: {
    title: "Review",
    purpose:
      "Look at any finished file: how many share their values, who is alone, and which few values single them out.",
  },
};
