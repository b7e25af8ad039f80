/** The user's notes about a file. They belong to the file: after another one was opened, undo restores both. */

import type { Workbench } from "./workbench";

export const NOTES_FILE = "notes.txt";

/** The notes on the open file; empty if there are none. */
export function notesOf({ notes, study: { source } }: Workbench): string {
  return source === null ? "" : (notes.get(source.file) ?? "");
}

export function takeNotes(workbench: Workbench, text: string): void {
  const { source } = workbench.study;
  if (source === null) return;
  workbench.notes.set(source.file, text);
  workbench.announce();
}
