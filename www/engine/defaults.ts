/** The defaults of a recipe. The file beside this one comes from the core; a test of the core compares them. */

import defaults from "./defaults.json";
import type { FrontierRecipe } from "./wire/frontier";
import type { Recipe } from "./wire/protocol";
import type { UniquesRecipe } from "./wire/uniques-rows";

type Defaults = Omit<Recipe, "dialect" | "release"> & {
  readonly uniques: UniquesRecipe;
  readonly frontier: FrontierRecipe;
};

export const DEFAULTS = defaults as Defaults;
