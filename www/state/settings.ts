/** The settings of a recipe that have a default. A recipe only stores them once they are changed. */

import { DEFAULTS } from "../engine/defaults";
import type { FrontierRecipe } from "../engine/wire/frontier";
import type { Recipe, RiskRecipe } from "../engine/wire/protocol";
import type { UniquesRecipe } from "../engine/wire/uniques-rows";

export function frontierSettings(recipe: Recipe): FrontierRecipe {
  return { ...DEFAULTS.frontier, ...recipe.frontier };
}

/** The risk of policies of levels on a frontier. */
export function riskOf(recipe: Recipe): FrontierRecipe["risk"] {
  return frontierSettings(recipe).risk;
}

export function withFrontier(recipe: Recipe, patch: Partial<FrontierRecipe>): Recipe {
  return { ...recipe, frontier: { ...frontierSettings(recipe), ...patch } };
}

/** The recipe with its risk settings, null for those not set; without the section if none is set. */
export function withRisk(
  recipe: Recipe,
  patch: { readonly [Name in keyof RiskRecipe]?: RiskRecipe[Name] | null },
): Recipe {
  const { risk, ...rest } = recipe;
  const set = Object.entries({ ...risk, ...patch }).filter(([, value]) => value !== null);
  return set.length === 0 ? rest : { ...rest, risk: Object.fromEntries(set) };
}

/** Without a k of their own, unsafe combinations are those of fewer records than the release's k. */
export function uniquesSettings(recipe: Recipe): UniquesRecipe {
  const k = Math.max(DEFAULTS.uniques.k, recipe.privacy.k);
  return { ...DEFAULTS.uniques, k, ...recipe.uniques };
}

export function withUniques(recipe: Recipe, patch: Partial<UniquesRecipe>): Recipe {
  return { ...recipe, uniques: { ...uniquesSettings(recipe), ...patch } };
}
