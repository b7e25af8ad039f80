/** The objects of the core that the worker keeps between requests. */

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

/** At most one of each kind. Each depends on the object it was made from, and is freed with it. */
export class Shelf {
  readonly opened = new Slot<Opened>("No file is open.");
  readonly encoded = this.opened.under<Encoded>("No table is in memory.");
  readonly search = this.encoded.under<PolicySearch>("No search was started.");
  readonly sweep = this.encoded.under<PolicySweep>("No sweep was started.");
  readonly frontier = this.encoded.under<PartitionFrontier>("No frontier of partition policies was searched.");
  readonly levels = this.encoded.under<FullDomainFrontier>("No frontier of full-domain policies was searched.");
  /** A search that has not started, whose tuples a crew searches. */
  readonly uniques = this.encoded.under<UniquesSearch>("No unsafe combinations were asked for.");
  /** A crew member for that search, or for another worker's. */
  readonly crew = this.uniques.under<UniquesCrew>("No tuples are in memory.");
  readonly found = this.encoded.under<FoundUniques>("No unsafe combinations were searched.");
  readonly cells = this.found.under<SuppressedCells>("No cells were suppressed.");
  /** A cancelled proof. */
  readonly proving = this.encoded.under<Proving>("No proof was begun.");
  /** The sensitive columns, where policies are compared. */
  readonly sensitive = this.encoded.under<SensitiveColumns>("No sensitive columns were read.");
  readonly population = new Slot<Population>("No population is in memory.");

  /** The key of the population that is in memory. */
  populationKey = "";

  private readonly recipes = new Slot<RecipeHandle>("No recipe was read.");
  private text: string | null = null;

  /**
   * The recipe with this text, parsed again only if it differs from the last request's. It is freed at the next one.
   */
  recipe(text: string): RecipeHandle {
    if (text === this.text) return this.recipes.it;
    const recipe = this.recipes.put(new RecipeHandle(text));
    this.text = text;
    return recipe;
  }
}
