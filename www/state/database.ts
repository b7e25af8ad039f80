/** A table that stays in its database: the scripts that check, extract, release and verify it. */

import { textOf } from "../engine/text";
import type { DatabaseTable, SqlDialect, SqlScript } from "../engine/wire/databases";
import type { GivenRecipe } from "../engine/wire/protocol";
import { encode } from "./encoding";
import { plain } from "./recipe";
import { withHierarchyFiles } from "./recipe-files";
import type { Handed } from "./result";
import type { Workbench } from "./workbench";

/** What is known of such a table, and the name and text of its recipe; null until there is one. */
export interface Database extends DatabaseTable {
  readonly recipe: { readonly name: string; readonly text: string } | null;
}

export const NO_DATABASE: Database = { dialect: "duckdb", table: "", into: "", recipe: null };

export const DIALECTS: readonly { readonly dialect: SqlDialect; readonly name: string }[] = [
  { dialect: "duckdb", name: "DuckDB" },
  { dialect: "postgres", name: "PostgreSQL" },
  { dialect: "spark", name: "Spark SQL" },
  { dialect: "bigquery", name: "BigQuery" },
  { dialect: "snowflake", name: "Snowflake" },
];

/** The recipe of a table whose columns are only named: quasi-identifiers, and others that are released unchanged. */
export function recipeOfNames(quasiIdentifiers: readonly string[], others: readonly string[]): string {
  const insensitive = others.map((name) => [name, { role: "insensitive" }] as const);
  const named = quasiIdentifiers.map((name) => [name, { role: "quasi-identifier" }] as const);
  return JSON.stringify({ kanon: 1, columns: Object.fromEntries([...insensitive, ...named]) });
}

/** The names in a text, one on each line. */
export function namesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** The recipe for the table: the one that was given for it, or the one that is waiting for its table. */
export function recipeOf({ database, waiting }: Workbench): Database["recipe"] {
  if (database.recipe !== null || waiting === null) return database.recipe;
  return { name: "the recipe that was loaded", text: plain(waiting) };
}

/** Reads a recipe for the table, with the hierarchies of the files that it names. */
export async function readRecipe(workbench: Workbench, files: readonly File[]): Promise<Database["recipe"]> {
  const file = files.find(({ name }) => name.endsWith(".json"));
  if (file === undefined) return null;
  const normal = JSON.parse(await workbench.engine.normalizeRecipe(await textOf(file))) as GivenRecipe;
  const others = files.filter((other) => other !== file);
  return { name: file.name, text: plain(await withHierarchyFiles(workbench, normal, others)) };
}

/** The scripts that only need the recipe of the table, with that recipe, written out. */
export async function scriptsOf({ engine }: Workbench, database: Database, recipe: string): Promise<SqlScript[]> {
  const whole = await engine.normalizeRecipe(recipe);
  const signal = new AbortController().signal;
  const scripts = await engine.inTurn(signal, (face) => face.sqlScripts(whole, placeOf(database)));
  return [...scripts, { name: "table.kanon.json", text: whole }];
}

/** The scripts for the released policy of an extract, which is the open file. */
export async function scriptsOfPolicy(
  workbench: Workbench,
  database: Database,
  recipe: string,
  { written, settings }: Handed,
): Promise<SqlScript[]> {
  const signal = new AbortController().signal;
  await encode(workbench, signal, true);
  return workbench.engine.inTurn(signal, (face) =>
    face.sqlOfPolicy(recipe, settings, placeOf(database), written.report),
  );
}

const placeOf = ({ dialect, table, into }: Database): DatabaseTable => ({ dialect, table, into });
