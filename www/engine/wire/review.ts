/** What a review is given and finds. */

export type {
  ColumnSigns,
  Dossier,
  FileKind,
  GivenFile,
  Promised,
  Recognized,
  SaidBy,
  Sign,
  SignKind,
} from "../pkg/kanon.js";

/** What is seen of a file before it is told what it is. */
export interface Glance {
  readonly sha256: string;
  /** All of a short file, and the beginning of a longer one. */
  readonly text: string;
}

/** What is checked of a release that somebody gives. */
export interface Claimed {
  readonly release: Blob;
  readonly report: string;
  /** The recipe, with the rows of the files that it names. */
  readonly recipe: string | null;
}
