/** Files, and how they are to be read. */

import type { PopulationBytes } from "./wire/frontier";
import type { ReadAs } from "./wire/protocol";

/** A file and how it is to be read. */
export interface Readable extends ReadAs {
  readonly file: Blob;
}

/** By which settings the quasi-identifiers of a file are read into memory. */
export interface Encoding {
  readonly recipe: string;
  /** The settings that this depends on, as text. */
  readonly key: string;
  /** The population whose people the recipe asks for. */
  readonly population: PopulationBytes | null;
}

/** How a file is read, as text. */
export function readingKey({ dialect, missing }: ReadAs): string {
  return JSON.stringify([dialect, missing]);
}
