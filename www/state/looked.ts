/** The policies that are examined before one is chosen. Pure. */

import type { Condition } from "../engine/wire/conditions";
import type { PartitionView } from "../engine/wire/protocol";

/** A policy to examine. */
export interface Candidate {
  /** The name, for example `age one step finer`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly levels: readonly number[];
  readonly k: number;
  /** The suppression limit, if it is not the study's. */
  readonly limit: number | null;
  /** The intervals of a policy of the frontier, which are hierarchies of its own. */
  readonly intervals: PartitionView | null;
  /** The conditions beside k; absent if they are the study's. */
  readonly protect?: readonly Condition[];
}

/** The policies under comparison, and its settings. */
export interface Looked {
  /** The first; null for the policy that was found. */
  readonly a: Candidate | null;
  readonly b: Candidate | null;
  /** Policies that were examined, the last one first. */
  readonly tried: readonly Candidate[];
  readonly cross: readonly [string, string] | null;
  readonly threshold: number | null;
}

export const NOTHING_LOOKED_AT: Looked = { a: null, b: null, tried: [], cross: null, threshold: null };

/** Whether two are the same policy, whatever their names. */
export function isSame(one: Candidate, other: Candidate): boolean {
  const key = ({ columns, levels, k, limit, protect }: Candidate) =>
    JSON.stringify([columns, levels, k, limit, protect ?? null]);
  return one.intervals === other.intervals && key(one) === key(other);
}
