/** The inputs and results of a review. */

export type {
  DeclaredRelease,
  ReviewFiles,
  ReviewWords,
  StudiedKind,
  VerdictTold,
} from "../pkg/kanon.js";
export type { ColumnSigns, FileKind, GivenFile, Recognized, Sign, SignKind, StatementSource } from "./core";

import type { SettledClaims, Verification } from "../pkg/kanon.js";
import type { PopulationBytes } from "./frontier";

/** What is seen of a file before it is recognized. */
export interface Glance {
  readonly sha256: string;
  /** The whole text of a short file, the beginning of a longer one. */
  readonly text: string;
}

/** The results for the claims of a report; for a policy's release also the number of suppressed records. */
export type Settled = SettledClaims & Partial<Pick<Verification, "suppressedRecords">>;

/** The inputs for checking a report of a sweep or a frontier, beside the original. */
export interface StudiedAsked {
  readonly recipe: string;
  readonly report: string;
  /** The population of a frontier. */
  readonly population: PopulationBytes | null;
  /** The recipe that a frontier is compared with. */
  readonly reference: string | null;
}

/** The inputs for checking a given release. */
export interface Claimed {
  readonly release: Blob;
  readonly report: string;
  /** The recipe, with the rows of the files that it names. */
  readonly recipe: string | null;
  /** Whether the report is about suppressed cells. */
  readonly isOfCells: boolean;
}
