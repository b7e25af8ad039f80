/** Hierarchy files that a recipe names. */

import { kanonError } from "../engine/failure";
import { textOf } from "../engine/text";
import type { GivenRecipe } from "../engine/wire/protocol";
import type { Workbench } from "./workbench";

/** A recipe with the hierarchies of the files that it names, which are searched among those given with it. */
export async function withHierarchyFiles(
  workbench: Workbench,
  recipe: GivenRecipe,
  others: readonly File[],
): Promise<GivenRecipe> {
  const columns = { ...recipe.columns };
  for (const [column, settings] of Object.entries(recipe.columns)) {
    const { hierarchy } = settings;
    if (hierarchy === null || hierarchy === undefined || !("file" in hierarchy)) continue;
    const path = String(hierarchy.file);
    const file = others.find((other) => other.name === path.split("/").at(-1));
    if (file === undefined) {
      throw kanonError(
        "hierarchy-file-missing",
        `The recipe takes the hierarchy of ${column} from the file ${path}, which was not given with it.`,
        "Choose or drop the recipe together with the hierarchy files that it names.",
        { column, file: path },
      );
    }
    columns[column] = {
      ...settings,
      hierarchy: await workbench.engine.parseHierarchy(await textOf(file), path),
    };
  }
  return { ...recipe, columns };
}
