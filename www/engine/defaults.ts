/** The defaults of a recipe. The file beside this one is the core's; a test of the core compares them. */

import defaults from "./defaults.json";
import type { FrontierRecipe } from "./frontier";
import type { Recipe } from "./protocol";
import type { UniquesRecipe } from "./uniques-rows";

type Defaults = Omit<Recipe, "dialect" | "release"> & {
  readonly uniques: UniquesRecipe;
  readonly frontier: FrontierRecipe;
};

export const DEFAULTS = defaults as Defaults;
