/** Frontiers in the messages between page and worker. */

import type { FrontierStart, FrontierStep } from "../pkg/kanon.js";

export type { Census, FrontierSettings as FrontierRecipe, FullDomainRisk as LevelsRisk } from "./core";

/** The bytes of a population table. The key changes with them. */
export interface PopulationBytes {
  readonly file: Blob;
  readonly key: string;
}

/** A population table as a chosen file. */
export interface Population extends PopulationBytes {
  readonly file: File;
}

/** Points of the frontier by rising risk, and some of those visited. */
export interface FrontierShape {
  readonly risk: Float64Array;
  readonly loss: Float64Array;
  /** The levels of full-domain policies, policy by policy. */
  readonly levels: Uint8Array;
  readonly visitedRisk: Float64Array;
  readonly visitedLoss: Float64Array;
  /** For each point, whether its policy obeys Safe Harbor's rule: 1 or 0. Empty without the rule. */
  readonly keepsRule: Uint8Array;
}

export interface FrontierProgress {
  /** Null for full-domain policies. */
  readonly start: FrontierStart | null;
  readonly step: FrontierStep;
  readonly shape: FrontierShape;
}
