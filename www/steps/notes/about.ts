/** The name and the purpose of the step. */
export const ABOUT = {
  name: "notes",
  title: "Notes",
  purpose: "Write down why you decided as you did, for yourself and for whoever signs the release.",
} as const;
