/** The data for the workers of one search, or of one proof. */

/** The problem of a search or a proof, small enough to be sent to each crew member. */
export interface Grouped {
  readonly recipe: string;
  readonly table: Blob;
  /** The population whose people the recipe counts. */
  readonly population: Blob | null;
  /** The levels of the policy that a proof is about; null for a search. */
  readonly claim: Uint8Array | null;
}
