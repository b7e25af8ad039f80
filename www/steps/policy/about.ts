/** What the step is called, and what it is for. */
export const ABOUT = {
  name: "policy",
  title: "Policy",
  purpose: "Say what protection you need; Kanon finds the policy that loses least, and proves it.",
} as const;
