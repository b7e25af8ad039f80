/** The name and the purpose of the step. */
export const ABOUT = {
  name: "policy",
  title: "Policy",
  purpose: "Say what protection you need; Kanon finds the policy that loses least, and proves it.",
} as const;
