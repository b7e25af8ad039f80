/** Roles and hierarchies: changes that need the engine's view of a column. */

import { isKanonError, toKanonError } from "../engine/failure";
import type { HierarchySpec, HierarchyView, KanonError, Recipe, Role } from "../engine/wire/protocol";
import { withHierarchy, withRoles } from "./recipe";
import { quasiIdentifiers } from "./study";
import type { Workbench } from "./workbench";

/** A hierarchy as seen from the data, or why there is none. */
export type Seen = HierarchyView | KanonError;

/** What a hierarchy makes of a column; null while the engine works on it, and views hear when it is there. */
export function lookAt(workbench: Workbench, column: string, spec: HierarchySpec | null): Seen | null {
  const { source } = workbench.study;
  if (source === null) return null;
  const known = workbench.hierarchies;
  const key = JSON.stringify([column, spec]);
  const answer = known.get(source, key);
  if (answer !== undefined) return answer;
  known.set(source, key, null);
  workbench.engine
    .hierarchy(source, column, spec)
    .catch((thrown: unknown) => toKanonError(thrown))
    .then((view) => {
      known.set(source, key, view);
      workbench.announce();
    });
  return null;
}

export function isSeen(view: Seen | null): view is HierarchyView {
  return view !== null && !isKanonError(view);
}

/** The chosen hierarchy of a column; null means values as given and full suppression. */
export function hierarchyOf(workbench: Workbench, column: string): HierarchySpec | null {
  return workbench.study.recipe?.columns[column]?.hierarchy ?? null;
}

/** Quasi-identifiers whose hierarchy is amiss: it has an error, or misses values of the data. */
export function uncovered(workbench: Workbench): string[] {
  return quasiIdentifiers(workbench.study.recipe).filter((column) => {
    const view = lookAt(workbench, column, hierarchyOf(workbench, column));
    return view !== null && (!isSeen(view) || view.missingCount > 0);
  });
}

/** Sets roles as one change; columns that become quasi-identifiers get a hierarchy to start from. */
export async function setRoles(workbench: Workbench, roles: ReadonlyMap<string, Role>, name: string): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const changed = withRoles(recipe, roles);
  workbench.change(name, changed);
  const bare = [...roles].filter(
    ([column, role]) => role === "quasi-identifier" && recipe.columns[column]?.hierarchy === undefined,
  );
  await suggestFor(
    workbench,
    changed,
    bare.map(([column]) => column),
    name,
  );
}

/** Gives columns of the recipe a hierarchy to start from, under the name of the change that they belong to. */
export async function suggestFor(
  workbench: Workbench,
  recipe: Recipe,
  columns: readonly string[],
  name: string,
): Promise<void> {
  let changed = recipe;
  for (const column of columns) {
    const { source } = workbench.study;
    if (source === null || workbench.study.recipe !== changed) return;
    // A column for which nothing can be suggested keeps its values as given: that is a hierarchy too.
    const spec = await workbench.engine.suggestHierarchy(source, column).catch(() => null);
    if (workbench.study.recipe !== changed) return;
    changed = withHierarchy(changed, column, spec);
    workbench.change(name, changed);
  }
}

export function setHierarchy(workbench: Workbench, column: string, spec: HierarchySpec | null, name: string): void {
  const { recipe } = workbench.study;
  if (recipe !== null) workbench.change(name, withHierarchy(recipe, column, spec));
}

/** The rows that a hierarchy comes to, so that single rows can be added. */
export async function rowsOf(workbench: Workbench, column: string): Promise<string[][]> {
  const spec = hierarchyOf(workbench, column);
  if (spec !== null && "rows" in spec) return spec.rows;
  const { source } = workbench.study;
  if (source === null) return [];
  const text = await workbench.engine.formatHierarchy(source, column, spec);
  return workbench.engine.parseHierarchy(text, column);
}
