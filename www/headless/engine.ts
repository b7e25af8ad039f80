/** The engine without a page: in Node, in a bundle or in a worker, in the calling process. */

import { parseHierarchy, RecipeHandle, sample } from "../engine/pkg/kanon.js";
import { openCore, withCore, withCoreNow } from "./core";
import { recipeText } from "./given";
import { OpenTable } from "./table";
import type { Engine } from "./types";

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
