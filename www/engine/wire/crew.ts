/** What the workers of one search, or of one proof, are handed. */

/** What a search or a proof is over, small enough to be handed to each of its crew. */
export interface Grouped {
  readonly recipe: string;
  readonly table: Blob;
  /** The population whose people the recipe asks for. */
  readonly population: Blob | null;
  /** The levels of the policy that a proof is about; null of a search. */
  readonly claim: Uint8Array | null;
}
