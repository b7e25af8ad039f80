/** What the step is called, and what it is for. */
export const ABOUT = {
  name: "notes",
  title: "Notes",
  purpose: "Write down why you decided as you did, for yourself and for whoever signs the release.",
} as const;
