/** Opening a file, reading it again with another dialect, and applying recipes to it. */

import { kanonError, toKanonError } from "../engine/failure";
import { textOf } from "../engine/text";
import type { Bytes, Dialect, GivenRecipe, Reading } from "../engine/wire/protocol";
import type { Desk } from "./desk";
import { keepForNext, offerKept } from "./last-visit";
import { forColumns, newRecipe } from "./recipe";
import { askForNames } from "./renaming";
import type { StepName } from "./step-name";
import type { Source } from "./study";
import type { Workbench } from "./workbench";

/** Reads a file for a step; what is done with it then is the caller's to settle. */
export async function read(
  desk: Desk,
  step: StepName,
  file: Blob,
  name: string,
  dialect: Dialect | null,
  settle: (source: Source, reading: Reading) => void,
): Promise<void> {
  const bytes = { done: 0, total: file.size };
  await desk.occupy(step, { kind: "reading", name, bytes }, async (signal) => {
    const onBytes = (read: Bytes) => desk.advance(signal, { kind: "reading", name, bytes: read });
    const reading = await desk.engine.read(file, dialect, onBytes, signal);
    const source: Source = {
      file,
      name,
      dialect: reading.dialect,
      encodingEvidence: reading.sniffed.encodingEvidence,
      profile: reading.profile,
    };
    settle(source, reading);
  });
}

function namesOf(source: Source): string[] {
  return source.profile.columns.map((column) => column.name);
}

/** Opens a table. Until it is read to its end, the study before it stays as it is. */
export async function openFile(workbench: Workbench, file: Blob, name: string, recipe?: GivenRecipe): Promise<void> {
  workbench.goTo("open");
  workbench.renaming = null;
  const given = recipe ?? workbench.waiting;
  await read(workbench, "open", file, name, given?.dialect ?? null, (source) => {
    const settle = (settled: GivenRecipe | null) => {
      workbench.waiting = null;
      if (settled === null) keepForNext(workbench);
      workbench.change(`open ${name}`, { ...(settled ?? newRecipe(source.dialect)), dialect: source.dialect }, source);
      offerKept(workbench, source);
    };
    if (given === null || !askForNames(workbench, given, namesOf(source), name, settle)) settle(given);
  });
}

/** The generated table that comes with the core. */
export async function openSample(workbench: Workbench): Promise<void> {
  try {
    const sample = await workbench.engine.sample();
    const recipe = JSON.parse(await workbench.engine.normalizeRecipe(sample.recipe)) as GivenRecipe;
    workbench.kept = null;
    await openFile(workbench, new Blob([sample.csv]), sample.name, recipe);
  } catch (thrown) {
    workbench.fail("open", toKanonError(thrown));
  }
}

/** Reads the open file again with another dialect; roles and hierarchies of columns that keep their names stay. */
export async function reread(workbench: Workbench, dialect: Dialect, change: string): Promise<void> {
  const { source, recipe } = workbench.study;
  if (source === null || recipe === null) return;
  await read(workbench, "open", source.file, source.name, dialect, (again) => {
    workbench.change(change, forColumns({ ...recipe, dialect }, namesOf(again)), again);
  });
}

/**
 * Applies a recipe file to the table that is open, or opens the table that was given with it. Hierarchy files that it
 * names are looked for among the others.
 */
export async function loadRecipe(
  workbench: Workbench,
  file: File,
  others: readonly File[],
  table?: File,
): Promise<void> {
  const { name } = file;
  try {
    const normal = JSON.parse(await workbench.engine.normalizeRecipe(await textOf(file))) as GivenRecipe;
    const given = await withHierarchyFiles(workbench, normal, others);
    if (table !== undefined) {
      await openFile(workbench, table, table.name, given);
      return;
    }
    const { source } = workbench.study;
    if (source === null) {
      workbench.waiting = given;
      workbench.tell(`The recipe ${name} is loaded. Open the table that it is for.`);
      return;
    }
    const settle = async (settled: GivenRecipe) => {
      const recipe = { ...settled, dialect: settled.dialect ?? source.dialect };
      const again = JSON.stringify(recipe.dialect) !== JSON.stringify(source.dialect);
      workbench.change(`load recipe ${name}`, recipe, source);
      workbench.tell(`The recipe ${name} is applied. Undo brings the earlier settings back.`);
      if (again) await reread(workbench, recipe.dialect, "read as the recipe says");
    };
    const goOn = (settled: GivenRecipe) => void settle(settled);
    if (!askForNames(workbench, given, namesOf(source), source.name, goOn)) await settle(given);
    else workbench.goTo("open");
  } catch (thrown) {
    const error = toKanonError(thrown);
    workbench.fail("open", { ...error, place: { ...error.place, file: error.place.file ?? name } });
    workbench.goTo("open");
  }
}

async function withHierarchyFiles(
  workbench: Workbench,
  recipe: GivenRecipe,
  others: readonly File[],
): Promise<GivenRecipe> {
  const columns = { ...recipe.columns };
  for (const [column, settings] of Object.entries(recipe.columns)) {
    const { hierarchy } = settings;
    if (hierarchy === null || hierarchy === undefined || !("file" in hierarchy)) continue;
    const path = String(hierarchy.file);
    const file = others.find((other) => other.name === path.split("/").at(-1));
    if (file === undefined) {
      throw kanonError(
        "hierarchy-file-missing",
        `The recipe takes the hierarchy of ${column} from the file ${path}, which was not given with it.`,
        "Choose or drop the recipe together with the hierarchy files that it names.",
        { column, file: path },
      );
    }
    columns[column] = {
      ...settings,
      hierarchy: { rows: await workbench.engine.parseHierarchy(await textOf(file), path) },
    };
  }
  return { ...recipe, columns };
}
