/** Arguments of callers, in the form that the engine takes. */

import type { Dialect, ReadAs, Recipe } from "../engine/wire/protocol";
import { engineError } from "./error";
import type { AnyRecipe, Data } from "./types";

/** A table as a blob, which can be read repeatedly. */
export function blobOf(data: Data): Blob {
  if (data instanceof Blob) return data;
  if (typeof data === "string" || data instanceof ArrayBuffer) return new Blob([data]);
  if (data instanceof Uint8Array) return new Blob([new Uint8Array(data)]);
  throw new TypeError("A table is a string, a Uint8Array, an ArrayBuffer or a Blob.");
}

/** A recipe as text. */
export function recipeText(recipe: AnyRecipe): string {
  if (typeof recipe === "string") return recipe;
  if (typeof recipe === "object" && recipe !== null) return JSON.stringify(recipe);
  throw new TypeError("A recipe is an object or its JSON text.");
}

/** A recipe with every default written out. It has a dialect only if one was given. */
export type WholeRecipe = Omit<Recipe, "dialect"> & { readonly dialect?: Dialect | null };

/** The missing values of single columns, as in a recipe. */
export function missingOf({ columns }: WholeRecipe): ReadAs["missing"] {
  const named = Object.entries(columns).flatMap(([name, { missing }]) =>
    missing === undefined || missing.length === 0 ? [] : [[name, missing] as const],
  );
  return Object.fromEntries(named);
}

/** Refuses to publish columns that the recipe does not name. */
export function expectNamed(recipe: WholeRecipe, columns: readonly string[]): void {
  const isNamed = (name: string) => Object.hasOwn(recipe.columns, name) || recipe.count_column === name;
  const unnamed = columns.filter((name) => !isNamed(name));
  if (unnamed.length === 0) return;
  throw engineError(
    "recipe-unnamed-columns",
    `The recipe does not name ${unnamed.map((name) => `\`${name}\``).join(", ")}.`,
    "Say what becomes of each under `columns`, or publish them as they are with `publishUnnamed`.",
  );
}

/** The recipe of a suppression that was ended after this many steps; unchanged if it came to its own end. */
export function endedAfter(recipe: string, steps: number | undefined): string {
  if (steps === undefined) return recipe;
  const whole = JSON.parse(recipe) as Partial<WholeRecipe>;
  return JSON.stringify({ ...whole, uniques: { ...whole.uniques, end_after_steps: steps } });
}
