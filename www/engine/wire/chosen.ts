/** The section `chosen` of the recipe: what a person chose to release. */

import type { FrontierRecipe } from "./frontier";

/** A policy of the lattice that a person chose instead of the best one. */
export interface ChosenPolicy {
  readonly levels: Readonly<Record<string, number>>;
  /** The best policy that was known then. */
  readonly best?: { readonly loss: number; readonly proven: boolean };
  readonly why?: string;
}

/** A policy of a frontier; the recipe fixes its levels. */
export interface ChosenPoint {
  readonly space: FrontierRecipe["space"];
  readonly risk: number;
  readonly loss: number;
  /** The number of records that are expected to be matched with their person by chance. */
  readonly expected?: number;
  /** The population of the risk. Without it, the records of the table count. */
  readonly population?: { readonly file: string; readonly people: number; readonly journalist: number };
  /** Whether the frontier was searched to its end. */
  readonly exact?: boolean;
  readonly reference?: {
    readonly name: string;
    readonly risk: number;
    readonly loss: number;
    /** The columns in which the policy tells apart what Safe Harbor's rule puts together. */
    readonly against_rule?: readonly string[];
  };
  readonly why?: string;
}

/** Suppressed cells instead of a policy; the section `uniques` defines them. */
export interface ChosenCells {
  readonly why?: string;
}

export type Chosen =
  | { readonly policy: ChosenPolicy }
  | { readonly frontier: ChosenPoint }
  | { readonly cells: ChosenCells };
