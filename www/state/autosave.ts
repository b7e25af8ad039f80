/** The recipe and the pinned policies, never data, kept on this device until the user has it forgotten. The only module that touches storage. */

import type { Recipe } from "../engine/protocol";
import { arePins, type Pin } from "./pins";

const RECIPE = "kanon.recipe";
const PINS = "kanon.pins";
const PREFERENCES = "kanon.preferences";

export type Theme = "system" | "light" | "dark";
export interface Preferences {
  readonly theme: Theme;
  readonly singleKeys: boolean;
  /** Workers that a search is split between; null for as many as the machine has cores. */
  readonly workers: number | null;
}
const DEFAULTS: Preferences = { theme: "system", singleKeys: true, workers: null };

/** Storage may be full, or closed to a sandboxed frame: then nothing is kept, and nothing fails. */
function attempt<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export function keepRecipe(recipe: Recipe): boolean {
  return attempt(() => {
    localStorage.setItem(RECIPE, JSON.stringify(recipe));
    return true;
  }, false);
}

export function keptRecipe(): Recipe | null {
  return attempt(() => {
    const text = localStorage.getItem(RECIPE);
    if (text === null) return null;
    const recipe = JSON.parse(text) as Recipe;
    return recipe.kanon === 1 && typeof recipe.columns === "object" ? recipe : null;
  }, null);
}

export function keepPins(pins: readonly Pin[]): void {
  attempt(() => localStorage.setItem(PINS, JSON.stringify(pins)), undefined);
}

export function keptPins(): readonly Pin[] {
  return attempt(() => {
    const pins: unknown = JSON.parse(localStorage.getItem(PINS) ?? "[]");
    return arePins(pins) ? pins : [];
  }, []);
}

export function forgetAll(): void {
  attempt(() => {
    localStorage.removeItem(RECIPE);
    localStorage.removeItem(PINS);
    localStorage.removeItem(PREFERENCES);
  }, undefined);
}

export function preferences(): Preferences {
  return attempt(
    () => ({ ...DEFAULTS, ...(JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}") as object) }),
    DEFAULTS,
  );
}

export function keepPreferences(kept: Preferences): void {
  attempt(() => localStorage.setItem(PREFERENCES, JSON.stringify(kept)), undefined);
}
