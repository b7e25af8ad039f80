/** Files, and how they are to be read. */

import type { ReadAs } from "./wire/protocol";

/** A file and how it is to be read. */
export interface Readable extends ReadAs {
  readonly file: Blob;
}

/** How a file is read, as text. */
export function readingKey({ dialect, missing }: ReadAs): string {
  return JSON.stringify([dialect, missing]);
}
