/** Frontiers in the messages between page and worker. */

import type { FrontierStart, FrontierStep } from "../pkg/kanon.js";

/** The risk of a policy of levels: of a record, or of a condition by its number. */
export type LevelsRisk = "highest" | "average" | { readonly condition: number };

/** The years whose census has a list of small ZIP areas. */
export type Census = 2000 | 2020;

/** The recipe's section `frontier`. */
export interface FrontierRecipe {
  readonly space: "partition" | "full-domain";
  readonly method: "best" | "sublattice" | "random-chain" | "bisecting" | "exhaustive";
  /** Null lets the program choose by the table. */
  readonly policies: number | null;
  readonly threshold?: number;
  readonly population?: string | null;
  readonly population_count?: string;
  readonly reference?: string | null;
  readonly risk: LevelsRisk;
  /** The census that says which ZIP areas are small for Safe Harbor; 2000 if left out. */
  readonly census?: Census;
  /** The least number of records in a group; 1 if left out. */
  readonly least_group?: number;
  /** Columns that are declared not to be Safe Harbor identifiers. */
  readonly not_identifying?: readonly string[];
}

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
