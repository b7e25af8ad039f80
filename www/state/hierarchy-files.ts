/** Hierarchy files that are given together, each for the column in its name. */

import { kanonError, toKanonError } from "../engine/failure";
import { textOf } from "../engine/text";
import type { CoveredColumn } from "../engine/wire/hierarchies";
import { withHierarchy, withRoles } from "./recipe";
import { columnNames } from "./source";
import type { Workbench } from "./workbench";

/** The column of a file: `hierarchy_age.csv` and `age.csv` are for `age`. */
export function columnOf(fileName: string, columns: readonly string[]): string | null {
  const stem = fileName.replace(/\.[^.]*$/, "");
  const named = stem.replace(/^.*hierarchy[_\- ]/i, "");
  return columns.find((column) => column === named || column === stem) ?? null;
}

/** A file larger than this is no hierarchy. */
const MOST_BYTES = 16 << 20;

/**
 * The columns of the open table for which a file may be a hierarchy or a code book, by the core's reading of both,
 * surest first. None if it can only be a table.
 */
export async function columnsCoveredBy(workbench: Workbench, file: File): Promise<readonly CoveredColumn[]> {
  const { source } = workbench.study;
  if (source === null || file.size > MOST_BYTES) return [];
  // What is no text is no hierarchy, and opening it says what is wrong.
  const text = await textOf(file).catch(() => null);
  if (text === null) return [];
  return await workbench.engine.about(source, (face) => face.coveredColumns(text, file.name)).catch(() => []);
}

/**
 * Takes all of the files, or none if one of them is faulty. Columns that get a hierarchy become quasi-identifiers, as
 * one change that can be undone. Each is for the column in its name, unless one is given for all.
 */
export async function importHierarchies(
  workbench: Workbench,
  files: readonly File[],
  given: string | null = null,
): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const columns = columnNames(source);
  workbench.clearFailure("hierarchies");
  workbench.goTo("hierarchies");
  try {
    let changed = recipe;
    for (const file of files) {
      const column = given ?? columnOf(file.name, columns);
      if (column === null) {
        throw kanonError(
          "hierarchy-without-column",
          `No column has the name that the file ${file.name} says.`,
          `Name it hierarchy_COLUMN.csv after one of the columns: ${columns.join(", ")}.`,
          { file: file.name },
        );
      }
      const spec = await workbench.engine.parseHierarchy(await textOf(file), file.name);
      changed = withHierarchy(withRoles(changed, new Map([[column, "quasi-identifier"]])), column, spec);
    }
    const name = files.length === 1 ? `import ${files[0]?.name ?? ""}` : `import ${files.length} hierarchies`;
    workbench.change(name, changed);
  } catch (thrown) {
    workbench.fail("hierarchies", toKanonError(thrown));
  }
}
