/** The worker's part in making exhibits of its results. */

import { guarded } from "./guarded";
import type { Shelf } from "./shelf";
import type { Shape } from "./wire/protocol";

/** The worker's methods for exhibits. They contain values of the data only on request. */
export function exhibitFace(opening: Promise<Shelf>) {
  const ask = <Given extends unknown[], Answer>(question: (shelf: Shelf, ...given: Given) => Answer) =>
    guarded(async (...given: Given) => question(await opening, ...given));
  return {
    /** The policy of the last search, released by the recipe. */
    policyExhibit: ask((shelf, recipe: string, withValues: boolean) =>
      shelf.search.it.policyExhibit(shelf.recipe(recipe), withValues),
    ),
    /** Every policy of the last search's lattice. */
    latticeExhibit: ask(({ search }) => search.it.latticeExhibit()),
    hierarchyExhibit: ask(({ opened }, column: string, { spec, kind }: Shape, withValues: boolean) =>
      opened.it.hierarchyExhibit(column, spec, kind, withValues),
    ),
    /** The last frontier. */
    frontierExhibit: ask(({ frontier, levels }, withValues: boolean) =>
      (levels.isEmpty ? frontier : levels).it.exhibit(withValues),
    ),
  };
}
