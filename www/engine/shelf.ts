/** What the worker holds of the core from one question to the next. */

import { Slot } from "./holding";
import {
  type Encoded,
  type FoundUniques,
  type FullDomainFrontier,
  type Opened,
  type PartitionFrontier,
  type PolicySearch,
  type PolicySweep,
  type Population,
  type Proving,
  RecipeHandle,
  type SensitiveColumns,
  type SuppressedCells,
  type UniquesCrew,
  type UniquesSearch,
} from "./pkg/kanon.js";

/** One of each kind at most. Each stands on what it was made of, and is dropped with it. */
export class Shelf {
  readonly opened = new Slot<Opened>("No file is open.");
  readonly encoded = this.opened.under<Encoded>("No table is in memory.");
  readonly search = this.encoded.under<PolicySearch>("No search was started.");
  readonly sweep = this.encoded.under<PolicySweep>("No sweep was started.");
  readonly frontier = this.encoded.under<PartitionFrontier>("No frontier of partition policies was searched.");
  readonly levels = this.encoded.under<FullDomainFrontier>("No frontier of full-domain policies was searched.");
  /** A search at its start, whose tuples are searched by a crew. */
  readonly uniques = this.encoded.under<UniquesSearch>("No unsafe combinations were asked for.");
  /** One of the crew of that search, or of another worker's. */
  readonly crew = this.uniques.under<UniquesCrew>("No tuples are in memory.");
  readonly found = this.encoded.under<FoundUniques>("No unsafe combinations were searched.");
  readonly cells = this.found.under<SuppressedCells>("No cells were suppressed.");
  /** A proof in the making that was cancelled. */
  readonly proving = this.encoded.under<Proving>("No proof was begun.");
  /** The sensitive columns, where policies are compared. */
  readonly sensitive = this.encoded.under<SensitiveColumns>("No sensitive columns were read.");
  readonly population = new Slot<Population>("No population is in memory.");

  /** The key of the population that is in memory. */
  populationKey = "";

  private readonly recipes = new Slot<RecipeHandle>("No recipe was read.");
  private text: string | null = null;

  /**
   * The recipe of this text, read anew only where it is not that of the last question. It is dropped at the next one.
   */
  recipe(text: string): RecipeHandle {
    if (text === this.text) return this.recipes.it;
    const recipe = this.recipes.put(new RecipeHandle(text));
    this.text = text;
    return recipe;
  }
}
