/** Hierarchies edited by hand: their drawing, and each edit as one change that can be undone. */

import { toKanonError } from "../engine/failure";
import type { Blocks, HierarchyEdit, KanonError, Tree } from "../engine/wire/protocol";
import { hierarchyOf, kindOf, setHierarchy } from "./shaping";
import type { Workbench } from "./workbench";

/** The groups of a column's hierarchy for drawing; null while the engine works on it. */
export function blocksOf(workbench: Workbench, column: string): Blocks | KanonError | null {
  const { source } = workbench.study;
  if (source === null) return null;
  const known = workbench.blocks;
  const shape = { kind: kindOf(workbench, column), spec: hierarchyOf(workbench, column) };
  const key = JSON.stringify([column, shape]);
  const answer = known.get(source, key);
  if (answer !== undefined) return answer;
  known.set(source, key, null);
  workbench.engine
    .about(source, (face) => face.hierarchyBlocks(column, shape))
    .catch((thrown: unknown) => toKanonError(thrown))
    .then((blocks) => {
      known.set(source, key, blocks);
      workbench.announce();
    });
  return null;
}

/** Edits a column's hierarchy by hand, as one change with this name; returns whether that was possible. */
export async function editHierarchy(
  workbench: Workbench,
  column: string,
  edit: HierarchyEdit,
  name: string,
): Promise<boolean> {
  const { source, recipe } = workbench.study;
  if (source === null || recipe === null) return false;
  const spec = hierarchyOf(workbench, column);
  const before = spec === null ? [] : "tree" in spec ? spec.tree.rows : "rows" in spec ? spec.rows : [];
  try {
    const shape = { kind: kindOf(workbench, column), spec };
    const tree = await workbench.engine.about(source, (face) => face.editHierarchy(column, shape, edit));
    // A late answer must not undo what was changed in the meantime.
    if (workbench.study.recipe !== recipe || workbench.study.source !== source) return false;
    workbench.clearFailure("hierarchies");
    setHierarchy(workbench, column, { tree: { ...tree, rows: sharing(before, tree.rows) } }, name);
    return true;
  } catch (thrown) {
    workbench.fail("hierarchies", toKanonError(thrown));
    return false;
  }
}

/** The new rows, reusing each old row that did not change, so that a long history only stores the differences. */
export function sharing(before: Tree["rows"], after: Tree["rows"]): Tree["rows"] {
  return after.map((row, at) => {
    const old = before[at];
    return old !== undefined && old.length === row.length && old.every((label, level) => label === row[level])
      ? old
      : row;
  });
}
