/** The name and the purpose of the step. */
export const ABOUT = {
  name: "release",
  title: "Release",
  purpose: "Write the anonymized table, read it again, and check every claim against its bytes and the original's.",
} as const;
