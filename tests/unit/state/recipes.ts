/** A recipe and a source for the tests. */

import type { Recipe } from "../../../www/engine/wire/protocol";
import { newRecipe, withRoles } from "../../../www/state/recipe";
import type { Source } from "../../../www/state/source";

export const DIALECT = { delimiter: ";", quote: '"', header: true, encoding: "utf-8", missing: [""] } as const;

/** A recipe with these quasi-identifiers. */
export function recipeOf(...columns: string[]): Recipe {
  const empty = newRecipe({ ...DIALECT, missing: [...DIALECT.missing] });
  return withRoles(empty, new Map(columns.map((name) => [name, "quasi-identifier"])));
}

/** A file that was read, with columns of these names; of their profiles only the name is there. */
export function sourceOf(...columns: string[]): Source {
  return {
    file: new Blob([]),
    name: "table.csv",
    dialect: { ...DIALECT, missing: [...DIALECT.missing] },
    sniffed: { encodingEvidence: "valid", encodingTold: null, above: [], dialect: DIALECT },
    profile: { columns: columns.map((name) => ({ name })), records: 0, odd: [] },
  } as unknown as Source;
}
