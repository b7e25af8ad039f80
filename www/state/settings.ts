/** The settings of a recipe that have a default: a recipe holds none of them until one is changed. */

import { DEFAULTS } from "../engine/defaults";
import type { FrontierRecipe } from "../engine/wire/frontier";
import type { Recipe } from "../engine/wire/protocol";
import type { UniquesRecipe } from "../engine/wire/uniques-rows";

export function frontierSettings(recipe: Recipe): FrontierRecipe {
  return { ...DEFAULTS.frontier, ...recipe.frontier };
}

export function withFrontier(recipe: Recipe, patch: Partial<FrontierRecipe>): Recipe {
  return { ...recipe, frontier: { ...frontierSettings(recipe), ...patch } };
}

/** The recipe with how its risk is told; without the section where nothing of it is set. */
export function withRisk(recipe: Recipe, patch: { threshold?: number | null; weight_column?: string | null }): Recipe {
  const { risk, ...rest } = recipe;
  const { threshold, weight_column } = { threshold: null, weight_column: null, ...risk, ...patch };
  if (threshold === null && weight_column === null) return rest;
  return {
    ...rest,
    risk: { ...(threshold === null ? {} : { threshold }), ...(weight_column === null ? {} : { weight_column }) },
  };
}

export function uniquesSettings(recipe: Recipe): UniquesRecipe {
  return { ...DEFAULTS.uniques, ...recipe.uniques };
}

export function withUniques(recipe: Recipe, patch: Partial<UniquesRecipe>): Recipe {
  return { ...recipe, uniques: { ...uniquesSettings(recipe), ...patch } };
}
