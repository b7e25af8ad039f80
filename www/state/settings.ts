/** The settings of a recipe that have a default: a recipe holds none of them until one is changed. */

import type { FrontierRecipe } from "../engine/frontier";
import type { Recipe } from "../engine/protocol";
import type { UniquesRecipe } from "../engine/uniques-rows";

const FRONTIER: FrontierRecipe = { space: "partition", method: "best", policies: 200_000, risk: "highest" };

export function frontierSettings(recipe: Recipe): FrontierRecipe {
  return recipe.frontier ?? FRONTIER;
}

export function withFrontier(recipe: Recipe, patch: Partial<FrontierRecipe>): Recipe {
  return { ...recipe, frontier: { ...frontierSettings(recipe), ...patch } };
}

export const UNIQUES: UniquesRecipe = {
  k: 2,
  max_size: null,
  missing: "ignore",
  suppress: "none",
  weights: {},
  impact: { weight: null, outcome: null, covariates: [] },
};

export function uniquesSettings(recipe: Recipe): UniquesRecipe {
  return { ...UNIQUES, ...recipe.uniques };
}

export function withUniques(recipe: Recipe, patch: Partial<UniquesRecipe>): Recipe {
  return { ...recipe, uniques: { ...uniquesSettings(recipe), ...patch } };
}
