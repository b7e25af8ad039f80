/** The worker's part in scripts for tables that stay in their database. */

import { holding } from "./holding";
import { RecipeHandle, sqlScripts } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { DatabaseTable, SqlScript } from "./wire/databases";

export function databaseFace(opening: Promise<Shelf>) {
  return {
    /** The scripts that only need the recipe of the table. */
    sqlScripts: async (recipe: string, { dialect, table, into }: DatabaseTable): Promise<SqlScript[]> => {
      const shelf = await opening;
      return sqlScripts(shelf.recipe(recipe), dialect, table, into === "" ? undefined : into).scripts;
    },

    /**
     * The scripts for the policy of a report over the extract in memory, which was searched with a recipe of its own.
     */
    sqlOfPolicy: async (
      recipe: string,
      searched: string,
      { dialect, table, into }: DatabaseTable,
      report: string,
    ): Promise<SqlScript[]> => {
      const shelf = await opening;
      const ofTable = new RecipeHandle(recipe);
      return holding(ofTable, (own) => {
        const schema = into === "" ? undefined : into;
        return shelf.encoded.it.sqlOfPolicy(own, shelf.recipe(searched), dialect, table, schema, report).scripts;
      });
    },
  };
}
