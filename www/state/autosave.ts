/**
 * Keeps settings, pinned policies and preferences, without values of the table, on this device until the user deletes
 * them. The only module that accesses storage.
 */

import type { Recipe } from "../engine/wire/protocol";
import { arePins, type Pin } from "./pins";
import { columnsWithValues, plain, withoutMissing, withoutValues } from "./recipe";

type Kept = "recipe" | "pins" | "preferences";

export type Theme = "system" | "light" | "dark";
export interface Preferences {
  readonly theme: Theme;
  readonly singleKeys: boolean;
  /** The number of workers of a search; null for the number of cores. */
  readonly workers: number | null;
}
const DEFAULTS: Preferences = { theme: "system", singleKeys: true, workers: null };

/** Storage may be full, or not available in a sandboxed frame: then nothing is kept, and nothing fails. */
function attempt<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** What is kept of a recipe: its text, and the columns whose lists of values were removed from it. */
export interface KeptText {
  readonly recipe: string;
  readonly without: readonly string[];
}

/** Parses what is kept. Anything that `keepRecipe` did not write is taken as the text of a recipe. */
export function takeApart(text: string): KeptText {
  const { recipe, without } = fieldsOf(() => JSON.parse(text));
  const isName = (name: unknown): name is string => typeof name === "string";
  return typeof recipe === "string" && Array.isArray(without) && without.every(isName)
    ? { recipe, without }
    : { recipe: text, without: [] };
}

/** The fields of an object, not validated yet; empty for anything else. */
function fieldsOf(read: () => unknown): Readonly<Record<string, unknown>> {
  const value = attempt(read, null);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The storage of one workbench, under names of its own. Without a name it keeps nothing. */
export class Autosave {
  constructor(private readonly prefix: string | null) {}

  keepRecipe(recipe: Recipe): void {
    // How the file is read belongs to the file, and codes for missing values are values too.
    const { dialect: _read, ...settings } = withoutMissing(withoutValues(recipe));
    const kept: KeptText = { recipe: plain(settings), without: columnsWithValues(recipe) };
    this.write("recipe", kept);
  }

  /** What an earlier visit kept, unchanged; the core validates it. */
  keptText(): string | null {
    return this.read("recipe");
  }

  forgetRecipe(): void {
    this.remove("recipe");
  }

  keepPins(pins: readonly Pin[]): void {
    this.write("pins", pins);
  }

  keptPins(): readonly Pin[] {
    return attempt(() => {
      const pins: unknown = JSON.parse(this.read("pins") ?? "[]");
      return arePins(pins) ? pins : [];
    }, []);
  }

  keepPreferences(kept: Preferences): void {
    this.write("preferences", kept);
  }

  /** Preferences as they were kept; invalid ones are dropped. */
  preferences(): Preferences {
    const { theme, singleKeys, workers } = fieldsOf(() => JSON.parse(this.read("preferences") ?? "{}"));
    return {
      theme: theme === "light" || theme === "dark" ? theme : DEFAULTS.theme,
      singleKeys: typeof singleKeys === "boolean" ? singleKeys : DEFAULTS.singleKeys,
      workers: typeof workers === "number" && Number.isInteger(workers) && workers > 0 ? workers : DEFAULTS.workers,
    };
  }

  forgetAll(): void {
    for (const what of ["recipe", "pins", "preferences"] as const) this.remove(what);
  }

  private read(what: Kept): string | null {
    const { prefix } = this;
    return prefix === null ? null : attempt(() => localStorage.getItem(`${prefix}.${what}`), null);
  }

  private write(what: Kept, value: unknown): void {
    const { prefix } = this;
    if (prefix !== null) attempt(() => localStorage.setItem(`${prefix}.${what}`, JSON.stringify(value)), undefined);
  }

  private remove(what: Kept): void {
    const { prefix } = this;
    if (prefix !== null) attempt(() => localStorage.removeItem(`${prefix}.${what}`), undefined);
  }
}
