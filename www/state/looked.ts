/** Which policies somebody looks at before one is taken. Pure. */

import type { Condition } from "../engine/wire/conditions";
import type { PartitionView } from "../engine/wire/protocol";

/** A policy that somebody wants to look at. */
export interface Candidate {
  /** What it is called, for example `age one step finer`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly levels: readonly number[];
  readonly k: number;
  /** The share of the records that may be suppressed, where it is not the study's. */
  readonly limit: number | null;
  /** The intervals of a policy of the frontier, which are hierarchies of its own. */
  readonly intervals: PartitionView | null;
  /** What is asked beside k; absent where it is what the study asks. */
  readonly protect?: readonly Condition[];
}

/** Which policies are compared, and what is asked of them. */
export interface Looked {
  /** The first; null for the policy that was found. */
  readonly a: Candidate | null;
  readonly b: Candidate | null;
  /** Policies that were looked at, the last one first. */
  readonly tried: readonly Candidate[];
  readonly cross: readonly [string, string] | null;
  readonly threshold: number | null;
}

export const NOTHING_LOOKED_AT: Looked = { a: null, b: null, tried: [], cross: null, threshold: null };

/** Whether two are the same policy, whatever they are called. */
export function isSame(one: Candidate, other: Candidate): boolean {
  const key = ({ columns, levels, k, limit, protect }: Candidate) =>
    JSON.stringify([columns, levels, k, limit, protect ?? null]);
  return one.intervals === other.intervals && key(one) === key(other);
}
