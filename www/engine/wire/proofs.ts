/** What crosses of proofs that no policy loses less. */

export type { OpenColumn, ProofState, ProofVerdict } from "../pkg/kanon.js";

/** How far a proof has come, or its check. */
export interface Proving {
  /** The share of the policies that is closed, or of the nodes that were gone through. */
  readonly share: number;
  /** Nodes of its tree so far; null of a check. */
  readonly nodes: number | null;
}

/** A file of an archive, by its name there. */
export interface Packed {
  readonly name: string;
  readonly content: Blob;
}
