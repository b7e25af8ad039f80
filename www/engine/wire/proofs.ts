/** What crosses of proofs that no policy loses less. */

export type { OpenColumn, ProofState, ProofVerdict } from "../pkg/kanon.js";

/** How far a proof has come, or its check. */
export interface Proving {
  /** The share of the policies that is closed, or of the nodes that were gone through. */
  readonly share: number;
  /** Nodes of its tree so far; null of a check. */
  readonly nodes: number | null;
}

/** What a proof is checked by: its recipe, and a release where there is one. */
export interface CheckAsked {
  readonly recipe: string;
  readonly proof: Blob;
  readonly release: Blob | null;
}

/** A part of a check, by its number among so many. */
export interface ProofPart {
  readonly part: number;
  readonly of: number;
}

/** A table as it is read by a recipe, for those who check parts of a proof of it. */
export interface PlainTable {
  readonly recipe: string;
  readonly table: Blob;
}

/** A file of an archive, by its name there. */
export interface Packed {
  readonly name: string;
  readonly content: Blob;
}
