/** Files and the ways to read them. */

import type { PopulationBytes } from "./wire/frontier";
import type { ReadAs } from "./wire/protocol";

/** A file and how to read it. */
export interface Readable extends ReadAs {
  readonly file: Blob;
}

/** The settings by which the quasi-identifiers of a file are read into memory. */
export interface Encoding {
  readonly recipe: string;
  /** The settings that this depends on, as text. */
  readonly key: string;
  /** The population whose people the recipe counts. */
  readonly population: PopulationBytes | null;
}

/** How a file is read, as text. */
export function readingKey({ dialect, missing }: ReadAs): string {
  return JSON.stringify([dialect, missing]);
}
