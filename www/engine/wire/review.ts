/** What a review is given and finds. */

export type {
  ColumnSigns,
  Dossier,
  FileKind,
  GivenFile,
  Promised,
  Recognized,
  ReviewWords,
  Sign,
  SignKind,
  StudiedKind,
  Teller,
  VerdictTold,
} from "../pkg/kanon.js";

import type { SettledClaims, Verification } from "../pkg/kanon.js";
import type { PopulationBytes } from "./frontier";

/** What is seen of a file before it is told what it is. */
export interface Glance {
  readonly sha256: string;
  /** All of a short file, and the beginning of a longer one. */
  readonly text: string;
}

/** What became of the claims of a report; of a policy's release, also how many records are suppressed. */
export type Settled = SettledClaims & Partial<Pick<Verification, "suppressedRecords">>;

/** What a report of a sweep or a frontier is checked by, beside the original. */
export interface StudiedAsked {
  readonly recipe: string;
  readonly report: string;
  /** The population that a frontier is among. */
  readonly population: PopulationBytes | null;
  /** The recipe that a frontier is compared with. */
  readonly reference: string | null;
}

/** What is checked of a release that somebody gives. */
export interface Claimed {
  readonly release: Blob;
  readonly report: string;
  /** The recipe, with the rows of the files that it names. */
  readonly recipe: string | null;
  /** Whether the report is of suppressed cells. */
  readonly isOfCells: boolean;
}
