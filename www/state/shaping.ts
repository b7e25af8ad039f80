/** Roles and hierarchies: changes that need the engine's view of a column. */

import { isKanonError, toKanonError } from "../engine/failure";
import type {
  HierarchySpec,
  HierarchyView,
  KanonError,
  Recipe,
  Role,
  Tree,
  ValueReading,
} from "../engine/wire/protocol";
import { isQuasiIdentifier, withHierarchy, withKind, withRoles } from "./recipe";
import { type Proposal, quasiIdentifiers } from "./study";
import type { Workbench } from "./workbench";

/** A hierarchy over the data, or why there is none. */
export type Seen = HierarchyView | KanonError;

/** A hierarchy over a column; null while the engine works on it. Views are notified when it is there. */
export function lookAt(workbench: Workbench, column: string, spec: HierarchySpec | null): Seen | null {
  const { source } = workbench.study;
  if (source === null) return null;
  const known = workbench.hierarchies;
  const shape = { kind: kindOf(workbench, column), spec };
  const key = JSON.stringify([column, shape]);
  const answer = known.get(source, key);
  if (answer !== undefined) return answer;
  known.set(source, key, null);
  workbench.engine
    .hierarchy(source, column, shape)
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

/** The name of a level of a column's hierarchy; its number until the engine has named it. */
export function levelName(workbench: Workbench, column: string, level: number): string {
  const view = lookAt(workbench, column, hierarchyOf(workbench, column));
  return (isSeen(view) ? view.names[level] : undefined) ?? `level ${level}`;
}

/** The declared kind of a column's values; null if it is inferred. */
export function kindOf(workbench: Workbench, column: string): ValueReading | null {
  return workbench.study.recipe?.columns[column]?.kind ?? null;
}

/** Quasi-identifiers with a faulty hierarchy: it has an error, or lacks values of the data. */
export function uncovered(workbench: Workbench): string[] {
  return quasiIdentifiers(workbench.study.recipe).filter((column) => {
    const view = lookAt(workbench, column, hierarchyOf(workbench, column));
    return view !== null && (!isSeen(view) || view.missingCount > 0);
  });
}

/** Sets roles as one change. Columns that become quasi-identifiers get a proposed hierarchy. */
export async function setRoles(workbench: Workbench, roles: ReadonlyMap<string, Role>, name: string): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  workbench.change(name, withRoles(recipe, roles));
  const bare = [...roles].filter(
    ([column, role]) => role === "quasi-identifier" && recipe.columns[column]?.hierarchy === undefined,
  );
  const columns = bare.map(([column]) => column);
  await suggestFor(workbench, columns, name);
}

/**
 * Proposes hierarchies for quasi-identifiers. For a column without one it is part of the change that made it a
 * quasi-identifier, whatever was changed since. An existing one is replaced by a change with this name, unless it was
 * changed meanwhile.
 */
export function suggestFor(workbench: Workbench, columns: readonly string[], name: string): Promise<void> {
  const suggest = async () => {
    for (const column of columns) await suggestOne(workbench, column, name);
  };
  const suggested = suggest();
  workbench.suggesting = Promise.all([workbench.suggesting, suggested]);
  return suggested;
}

async function suggestOne(workbench: Workbench, column: string, name: string): Promise<void> {
  const { source, recipe } = workbench.study;
  const asked = recipe?.columns[column];
  if (source === null || asked === undefined) return;
  const k = recipe?.privacy?.k ?? null;
  const proposal = await workbench.engine.suggestHierarchy(source, column, asked.kind ?? null, k).catch(() => null);
  const now = workbench.study;
  if (now.source?.file !== source.file) return;
  // Under a different reading, the column may have different values.
  if (now.source !== source) return suggestOne(workbench, column, name);
  const isAsAsked = ({ columns }: Recipe) => {
    const { role, hierarchy, kind } = columns[column] ?? {};
    return role === "quasi-identifier" && hierarchy === asked.hierarchy && kind === asked.kind;
  };
  if (now.recipe === null) return;
  // If nothing can be proposed, the values stay as given, which is a hierarchy as well.
  const spec = proposal?.spec ?? null;
  if (asked.hierarchy === undefined)
    workbench.amend((then) => (isAsAsked(then) ? withHierarchy(then, column, spec) : then));
  else if (isAsAsked(now.recipe)) workbench.change(name, withHierarchy(now.recipe, column, spec));
  else return;
  if (proposal !== null) propose(workbench, column, { reason: proposal.reason, looked: false });
}

function propose(workbench: Workbench, column: string, proposal: Proposal): void {
  workbench.set({ proposals: { ...workbench.study.proposals, [column]: proposal } });
}

/** Notes that the proposal for a column was viewed. */
export function lookedAt(workbench: Workbench, column: string): void {
  const proposal = workbench.study.proposals[column];
  if (proposal !== undefined && !proposal.looked) propose(workbench, column, { ...proposal, looked: true });
}

/** Whether nothing could be proposed for a quasi-identifier, and it has no hierarchy since. */
export function hasNothingProposed(workbench: Workbench, column: string): boolean {
  const { proposals, recipe } = workbench.study;
  if (recipe === null || !isQuasiIdentifier(recipe, column)) return false;
  return hierarchyOf(workbench, column) === null && proposals[column] !== undefined;
}

/** Quasi-identifiers with a proposed hierarchy that was not viewed yet. */
export function unseenProposals(workbench: Workbench): string[] {
  const { proposals, recipe } = workbench.study;
  return quasiIdentifiers(recipe).filter((column) => proposals[column]?.looked === false);
}

/** Sets the kind of a column's values. A hierarchy that this makes impossible is replaced by a proposed one. */
export async function setKind(workbench: Workbench, column: string, kind: ValueReading | null): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const name = `kind of ${column}`;
  const changed = withKind(recipe, column, kind);
  workbench.change(name, changed);
  if (changed.columns[column]?.role !== "quasi-identifier") return;
  const spec = hierarchyOf(workbench, column);
  const stays =
    spec !== null && (await workbench.engine.hierarchy(source, column, { kind, spec }).then(isFine, () => false));
  if (!stays) await suggestFor(workbench, [column], name);
}

function isFine(view: HierarchyView): boolean {
  return view.missingCount === 0;
}

export function setHierarchy(workbench: Workbench, column: string, spec: HierarchySpec | null, name: string): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  workbench.change(name, withHierarchy(recipe, column, spec));
  const { [column]: _own, ...proposals } = workbench.study.proposals;
  workbench.set({ proposals });
}

/** The rows of a hierarchy, so that single rows can be added. */
export async function rowsOf(workbench: Workbench, column: string): Promise<Tree["rows"]> {
  const spec = hierarchyOf(workbench, column);
  if (spec !== null && "rows" in spec) return spec.rows;
  if (spec !== null && "tree" in spec) return spec.tree.rows;
  const { source } = workbench.study;
  if (source === null) return [];
  const shape = { kind: kindOf(workbench, column), spec };
  const { rows } = await workbench.engine.about(source, (face) => face.hierarchyTree(column, shape));
  return rows;
}
