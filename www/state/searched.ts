/** The parts of a recipe on which a search for the best policy depends. */

import type { Recipe } from "../engine/wire/protocol";
import { asksForPeople } from "./conditions";

export type SearchedRecipe = Omit<Recipe, "uniques" | "frontier" | "chosen" | "release">;

/**
 * The settings on which a search for the best policy depends: not other questions about the table, not the chosen
 * policy, and not the treatment of columns other than quasi-identifiers.
 */
export function searched(recipe: Recipe): SearchedRecipe {
  const { uniques: _unsafe, frontier: _plane, chosen: _taken, release: _writing, risk, ...rest } = recipe;
  // Weights are read with the table, and people are counted only if a condition needs them.
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

/** These settings as text. */
export function searchKey(recipe: Recipe): string {
  return JSON.stringify(searched(recipe));
}
