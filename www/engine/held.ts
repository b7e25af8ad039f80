/** What the page knows of the worker's state. */

export interface Held {
  readonly file: Blob | null;
  readonly readAs: string;
  readonly table: string;
  readonly search: number;
  /** What the cancelled proof depends on. */
  readonly proof: string;
}

export const NOTHING: Held = { file: null, readAs: "", table: "", search: 0, proof: "" };
