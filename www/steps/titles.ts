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
  release: {
    title: "Release",
    purpose: "Write the anonymized table, read it again, and check every claim from its bytes alone.",
  },
};
