/** Texts about content copied to other pages. */
export const EXHIBITS = {
  action: "Copy as exhibit",
  means:
    "An element of HTML for another page, as a page of documentation: it has the result in it as it was found, and draws it without this workbench. Readers without scripts see a drawing and a table. The other page loads the script kanon.js once; the readme says how.",
  withValues:
    "With values of the data, such as labels of groups and bounds of intervals. Everyone who reads the other page sees them.",
  label: "The exhibit as text",
  making: "The exhibit is being made.",
  copied: "Copied.",
  notCopied: "The browser does not let this page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.",
  copy: "Copy",
  save: "Save as a file",
} as const;
