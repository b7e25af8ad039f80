/** What the page knows of what the worker holds. */

export interface Held {
  readonly file: Blob | null;
  readonly readAs: string;
  readonly table: string;
  readonly search: number;
  /** What the proof that was cancelled depends on. */
  readonly proof: string;
}

export const NOTHING: Held = { file: null, readAs: "", table: "", search: 0, proof: "" };
