/** What of a recipe a search of the best policy depends on. */

import type { Recipe } from "../engine/wire/protocol";
import { asksForPeople } from "./conditions";

export type SearchedRecipe = Omit<Recipe, "uniques" | "frontier" | "chosen" | "release">;

/**
 * The settings that a search of the best policy depends on: not what else is asked of the table, which policy is
 * chosen then, nor what is written of other columns than quasi-identifiers.
 */
export function searched(recipe: Recipe): SearchedRecipe {
  const { uniques: _unsafe, frontier: _plane, chosen: _taken, release: _writing, risk, ...rest } = recipe;
  // Weights are read with the table, and people are counted who are asked for.
  const { weight_column, population } = risk ?? {};
  const own = {
    ...(weight_column === undefined ? {} : { weight_column }),
    ...(population === undefined || !asksForPeople(recipe) ? {} : { population }),
  };
  const read = Object.keys(own).length === 0 ? {} : { risk: own };
  const columns = Object.entries(recipe.columns).map(([name, settings]) => {
    const { release, ...others } = settings;
    return [name, release === undefined || settings.role === "quasi-identifier" ? settings : others];
  });
  return { ...rest, ...read, columns: Object.fromEntries(columns) };
}

/** The same as text. */
export function searchKey(recipe: Recipe): string {
  return JSON.stringify(searched(recipe));
}
