/** What a page passes to a workbench beside its attributes: a recipe in a script element that is never run. */

import type { RecipeJson } from "./contract";

const TYPE = "application/kanon+json";

/** The text of the recipe in an element; null if there is none. */
export function recipeIn(element: Element): string | null {
  const script = [...element.children].find((one) => one.localName === "script" && one.getAttribute("type") === TYPE);
  return script?.textContent ?? null;
}

/** A recipe as text. */
export function textOf(recipe: RecipeJson | string): string {
  return typeof recipe === "string" ? recipe : JSON.stringify(recipe);
}

/** The value of an attribute with a few allowed values: the given one, or the first. */
export function oneOf<Value extends string>(values: readonly [Value, ...Value[]], said: string | null): Value {
  return values.find((value) => value === said) ?? values[0];
}
