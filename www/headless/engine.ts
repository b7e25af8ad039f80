/** The engine without a page: in Node, in a bundle or in a worker, in the calling process. */

import { parseHierarchy, RecipeHandle, sample } from "../engine/pkg/kanon.js";
import { openCore, withCore, withCoreNow } from "./core";
import { missingOf, recipeText, type WholeRecipe } from "./given";
import { OpenTable } from "./table";
import type { AnonymizeOptions, AnyRecipe, Data, Engine, Run } from "./types";

export { EngineError } from "./error";
export type * from "./types";

/** Unpacks and starts the engine, which is part of this module: nothing is fetched. */
export async function openEngine(): Promise<Engine> {
  await openCore();
  return {
    read: (data, options = {}) => withCore(() => OpenTable.read(data, options)),
    sample: () => withCoreNow(sample),
    normalizeRecipe: (recipe) =>
      withCoreNow(() => {
        const handle = new RecipeHandle(recipeText(recipe));
        try {
          return handle.normalized();
        } finally {
          handle.free();
        }
      }),
    parseHierarchy: (text, file = "hierarchy") => withCoreNow(() => parseHierarchy(text, file)),
  };
}

/**
 * Anonymizes a table: finds the best policy of the recipe, or takes the one that the recipe chose, writes its release,
 * and verifies it from its own bytes.
 */
export async function anonymize(data: Data, recipe: AnyRecipe, options: AnonymizeOptions = {}): Promise<Run> {
  const engine = await openEngine();
  const whole = JSON.parse(engine.normalizeRecipe(recipe)) as WholeRecipe;
  const dialect = whole.dialect ?? null;
  const table = await engine.read(data, {
    ...options,
    ...(dialect !== null && { dialect }),
    missing: missingOf(whole),
  });
  try {
    return await table.anonymize(recipe, options);
  } finally {
    table.close();
  }
}
