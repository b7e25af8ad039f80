/** What the workers of one search are handed. */

/** What a search is over, small enough to be handed to each of its crew. */
export interface Grouped {
  readonly recipe: string;
  readonly table: Blob;
  /** The population whose people the recipe asks for. */
  readonly population: Blob | null;
}
