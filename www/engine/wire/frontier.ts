/** Frontiers, as the page and the worker tell them to each other. */

import type { FrontierStart, FrontierStep } from "../pkg/kanon.js";

/** The risk of a policy of levels: of a record, or that of a condition by its number. */
export type LevelsRisk = "highest" | "average" | { readonly condition: number };

/** The recipe's section `frontier`. */
export interface FrontierRecipe {
  readonly space: "partition" | "full-domain";
  readonly method: "best" | "sublattice" | "random-chain" | "bisecting" | "exhaustive";
  /** Null is as many as the table deserves. */
  readonly policies: number | null;
  readonly threshold?: number;
  readonly population?: string | null;
  readonly population_count?: string;
  readonly reference?: string | null;
  readonly risk: LevelsRisk;
  /** Columns of which somebody said that they are none of Safe Harbor's identifiers. */
  readonly not_identifying?: readonly string[];
}

/** The bytes of a population table; the key changes with them. */
export interface PopulationBytes {
  readonly file: Blob;
  readonly key: string;
}

/** A population table as a file that was chosen. */
export interface Population extends PopulationBytes {
  readonly file: File;
}

/** Points of the frontier in order of risk, and some of those visited. */
export interface FrontierShape {
  readonly risk: Float64Array;
  readonly loss: Float64Array;
  /** Of full-domain policies, the levels, policy by policy. */
  readonly levels: Uint8Array;
  readonly visitedRisk: Float64Array;
  readonly visitedLoss: Float64Array;
}

export interface FrontierProgress {
  /** Null for full-domain policies. */
  readonly start: FrontierStart | null;
  readonly step: FrontierStep;
  readonly shape: FrontierShape;
}
