/** The name and the purpose of the step. */
export const ABOUT = {
  name: "roles",
  title: "Roles",
  purpose: "Say what each column is: what singles a person out, what is to be learned, what is neither.",
} as const;
