/** Texts of the step Notes. */
export const NOTES = {
  label: "Notes on this file and its release, as plain text",
  where:
    "They are kept as long as this page is open, with the file that they are about, and nowhere on this device. The zip of a release holds them as notes.txt, among what stays with you; recipe, report and release do not.",
  save: "Save the notes",
  none: "nothing written yet",
  some: "go into the zip",
} as const;
