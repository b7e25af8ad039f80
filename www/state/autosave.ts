/**
 * Settings, pinned policies and preferences, without values of the table, kept on this device until the user has them
 * forgotten. The only module that touches storage.
 */

import type { Recipe } from "../engine/wire/protocol";
import { arePins, type Pin } from "./pins";
import { columnsWithValues, plain, withoutValues } from "./recipe";

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

/** What is kept of a recipe: its text, and the columns whose lists of values are left out of it. */
export interface KeptText {
  readonly recipe: string;
  readonly without: readonly string[];
}

export function keepRecipe(recipe: Recipe): void {
  // How the file is read goes with the file, and what counts as missing is a value too.
  const { dialect: _read, ...settings } = withoutValues(recipe);
  const kept: KeptText = { recipe: plain(settings), without: columnsWithValues(recipe) };
  attempt(() => localStorage.setItem(RECIPE, JSON.stringify(kept)), undefined);
}

/** What an earlier visit kept, as it stands there; the core is the judge of it. */
export function keptText(): string | null {
  return attempt(() => localStorage.getItem(RECIPE), null);
}

/** Takes what is kept apart. Anything else than what `keepRecipe` writes is taken for the text of a recipe. */
export function takeApart(text: string): KeptText {
  const { recipe, without } = fieldsOf(() => JSON.parse(text));
  const isName = (name: unknown): name is string => typeof name === "string";
  return typeof recipe === "string" && Array.isArray(without) && without.every(isName)
    ? { recipe, without }
    : { recipe: text, without: [] };
}

export function forgetRecipe(): void {
  attempt(() => localStorage.removeItem(RECIPE), undefined);
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

/** Preferences as they were kept; what is none of them is left out. */
export function preferences(): Preferences {
  const { theme, singleKeys, workers } = fieldsOf(() => JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}"));
  return {
    theme: theme === "light" || theme === "dark" ? theme : DEFAULTS.theme,
    singleKeys: typeof singleKeys === "boolean" ? singleKeys : DEFAULTS.singleKeys,
    workers: typeof workers === "number" && Number.isInteger(workers) && workers > 0 ? workers : DEFAULTS.workers,
  };
}

/** The fields of an object that nobody has judged yet; of anything else none. */
function fieldsOf(read: () => unknown): Readonly<Record<string, unknown>> {
  const value = attempt(read, null);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function keepPreferences(kept: Preferences): void {
  attempt(() => localStorage.setItem(PREFERENCES, JSON.stringify(kept)), undefined);
}
