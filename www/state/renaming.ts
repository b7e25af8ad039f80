/** A recipe with columns that a table lacks, possibly because they have different names there. */

import type { GivenRecipe } from "../engine/wire/protocol";
import type { Workbench } from "./workbench";

/** The name in a table of each column of a recipe; null if its settings are left out. */
export type Names = ReadonlyMap<string, string | null>;

export interface Renaming {
  /** The table. */
  readonly file: string;
  readonly recipe: GivenRecipe;
  /** The columns that the table lacks. */
  readonly names: Names;
  /** The table's columns that the recipe does not name. */
  readonly free: readonly string[];
  /** Continues with the recipe under the table's names. */
  readonly settle: (recipe: GivenRecipe) => void;
  /** Continues without the recipe. */
  readonly refuse: () => void;
}

/** Every column that a recipe names. */
function namedIn({ columns, count_column, risk, uniques }: GivenRecipe): string[] {
  const others = [
    count_column,
    risk?.weight_column ?? null,
    uniques?.impact.weight ?? null,
    uniques?.impact.outcome ?? null,
  ];
  return [...new Set([...Object.keys(columns), ...others.filter((name) => name !== null)])];
}

const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Asks for the names in a table of a recipe's columns; returns whether there was anything to ask. */
export function askForNames(
  workbench: Workbench,
  recipe: GivenRecipe,
  given: readonly string[],
  file: string,
  settle: (recipe: GivenRecipe) => void,
  refuse: () => void = () => undefined,
): boolean {
  const unknown = namedIn(recipe).filter((name) => !given.includes(name));
  if (unknown.length === 0) return false;
  const free = given.filter((name) => !(name in recipe.columns));
  const left = new Set(free);
  const names = unknown.map((name): [string, string | null] => {
    // Only names that differ in case and punctuation alone are certainly the same.
    const same = [...left].filter((other) => folded(other) === folded(name));
    const found = same.length === 1 ? (same[0] ?? null) : null;
    if (found !== null) left.delete(found);
    return [name, found];
  });
  workbench.renaming = { file, recipe, names: new Map(names), free, settle, refuse };
  workbench.announce();
  return true;
}

/** Sets the column of the table; null leaves out the settings of the recipe's column. */
export function nameColumn(workbench: Workbench, column: string, name: string | null): void {
  const { renaming } = workbench;
  if (renaming === null) return;
  workbench.renaming = { ...renaming, names: new Map(renaming.names).set(column, name) };
  workbench.announce();
}

/** Continues with the given names, or gives up. */
export function endRenaming(workbench: Workbench, goOn: boolean): void {
  const { renaming } = workbench;
  workbench.renaming = null;
  workbench.announce();
  if (renaming === null) return;
  if (goOn) renaming.settle(renamed(renaming.recipe, renaming.names));
  else renaming.refuse();
}

/** A recipe with its columns renamed everywhere. */
export function renamed(recipe: GivenRecipe, names: Names): GivenRecipe {
  const nameOf = (column: string) => (names.has(column) ? (names.get(column) ?? null) : column);
  const one = (column: string | null) => (column === null ? null : nameOf(column));
  const some = (columns: readonly string[]) => columns.map(nameOf).filter((name) => name !== null);
  const keys = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([column, value]): [string, Value][] => {
        const name = nameOf(column);
        return name === null ? [] : [[name, value]];
      }),
    );
  const { uniques, frontier, risk } = recipe;
  const { weight_column: before, ...told } = risk ?? {};
  const weights = one(before ?? null);
  return {
    ...recipe,
    columns: keys(recipe.columns),
    linked: recipe.linked.map(some).filter((group) => group.length > 1),
    count_column: one(recipe.count_column),
    ...(risk === undefined ? {} : { risk: weights === null ? told : { ...told, weight_column: weights } }),
    ...(uniques === undefined
      ? {}
      : {
          uniques: {
            ...uniques,
            weights: keys(uniques.weights),
            ...(uniques.policy === undefined ? {} : { policy: keys(uniques.policy) }),
            impact: {
              weight: one(uniques.impact.weight),
              outcome: one(uniques.impact.outcome),
              covariates: some(uniques.impact.covariates),
            },
          },
        }),
    ...(frontier?.not_identifying === undefined
      ? {}
      : { frontier: { ...frontier, not_identifying: some(frontier.not_identifying) } }),
  };
}
