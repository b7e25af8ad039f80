/** Messages about proofs that no policy loses less. */

export type { OpenColumn, ProofVerdict } from "../pkg/kanon.js";
export type { ProofState } from "./core";

/** The progress of a proof, or of its check. */
export interface Proving {
  /** The share of the policies that is closed, or of the nodes that are checked. */
  readonly share: number;
  /** Nodes of its tree so far; null for a check. */
  readonly nodes: number | null;
}

/** The inputs of a proof's check: its recipe, and a release if there is one. */
export interface CheckAsked {
  readonly recipe: string;
  readonly proof: Blob;
  readonly release: Blob | null;
}

/** A part of a check: its number, and the number of parts. */
export interface ProofPart {
  readonly part: number;
  readonly of: number;
}

/** A table as its recipe reads it, for workers that check parts of a proof about it. */
export interface PlainTable {
  readonly recipe: string;
  readonly table: Blob;
}

/** A file of an archive, by its name there. */
export interface Packed {
  readonly name: string;
  readonly content: Blob;
}
