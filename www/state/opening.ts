/** Opens a file, reads it again with a different dialect, and applies recipes to it. */

import { toKanonError } from "../engine/failure";
import { isWorkbook } from "../engine/sheets";
import { textOf } from "../engine/text";
import type { Bytes, Dialect, GivenRecipe, ReadAs, Reading, Recipe, SampleKind } from "../engine/wire/protocol";
import type { SheetWanted } from "../engine/wire/sheets";
import type { Desk } from "./desk";
import { keepForNext, offerKept } from "./last-visit";
import { adopt, normalized, projectIn } from "./project";
import { forColumns, isQuasiIdentifier, isReadSo, missingOf, newRecipe, withMissing } from "./recipe";
import { withHierarchyFiles } from "./recipe-files";
import { askForNames } from "./renaming";
import { hasNothingProposed, suggestFor } from "./shaping";
import { ANY_SHEET, actOfOpening, asWritten, readWorkbook, type SheetOrigin } from "./sheets";
import { columnNames, type Source } from "./source";
import type { StepName } from "./step-name";
import type { Workbench } from "./workbench";

/** Reads a file for a step. The caller decides what happens with it. */
export async function read(
  desk: Desk,
  step: StepName,
  file: Blob,
  name: string,
  readAs: Partial<ReadAs>,
  settle: (source: Source, reading: Reading) => void,
): Promise<void> {
  const bytes = { done: 0, total: file.size };
  await desk.occupy(step, { kind: "reading", name, bytes }, async (signal) => {
    const onBytes = (read: Bytes) => desk.advance(signal, { kind: "reading", name, bytes: read });
    const missing = readAs.missing ?? {};
    const reading = await desk.engine.read(file, readAs.dialect ?? null, missing, onBytes, signal);
    const source: Source = {
      file,
      name,
      dialect: reading.dialect,
      missing,
      sniffed: reading.sniffed,
      profile: reading.profile,
    };
    settle(source, reading);
  });
}

/** Opens a table. Until it is read to its end, the study before it stays as it is. */
export async function openFile(workbench: Workbench, file: Blob, name: string, recipe?: GivenRecipe): Promise<void> {
  workbench.goTo("open");
  workbench.renaming = null;
  workbench.choosingSheet = null;
  const take = (table: Blob, called: string) => openTable(workbench, table, called, recipe);
  if (await isWorkbook(file)) await readWorkbook(workbench, { workbook: file, name }, ANY_SHEET, take);
  else await take(file, name);
}

/** Reads the workbook of the open sheet again, and opens a different sheet or header row. */
export async function changeSheet(workbench: Workbench, { of }: SheetOrigin, wanted: SheetWanted): Promise<void> {
  await readWorkbook(workbench, of, wanted, (sheet, called) => openTable(workbench, sheet, called));
}

async function openTable(workbench: Workbench, file: Blob, name: string, recipe?: GivenRecipe): Promise<void> {
  const given = recipe ?? workbench.waiting;
  const act = actOfOpening(workbench, file, name);
  await read(
    workbench,
    "open",
    file,
    name,
    asWritten(workbench, file, given === null ? {} : asSaid(given)),
    (source) => {
      const take = (recipe: Recipe, taken: Source) => {
        workbench.change(act, recipe, taken);
        adoptGiven(workbench, act);
        offerKept(workbench, taken, (used, change) => readIfOtherwise(workbench, used, change));
      };
      const settle = (settled: GivenRecipe | null) => {
        workbench.waiting = null;
        if (settled === null) keepForNext(workbench);
        const { dialect = source.dialect } = asWritten(workbench, file, source);
        const recipe = { ...(settled ?? newRecipe(dialect)), dialect };
        // Under different names its columns may have missing codes of their own.
        if (isReadSo(source, recipe)) take(recipe, source);
        else void read(workbench, "open", file, name, asSaid(recipe), (again) => take(recipe, again));
      };
      const refuse = () => {
        workbench.project = null;
        if (recipe === undefined) settle(null);
      };
      if (given === null || !askForNames(workbench, given, columnNames(source), name, settle, refuse)) settle(given);
    },
  );
}

/** The core's generated table, under its own settings or others. */
export async function openSample(
  workbench: Workbench,
  given: GivenRecipe | null = null,
  kind: SampleKind = "hospital",
): Promise<void> {
  try {
    const sample = await workbench.engine.sample(kind);
    const recipe = given ?? (JSON.parse(await workbench.engine.normalizeRecipe(sample.recipe)) as GivenRecipe);
    workbench.kept = null;
    workbench.project = null;
    await openFile(workbench, new Blob([sample.csv]), sample.name, recipe);
  } catch (thrown) {
    workbench.fail("open", toKanonError(thrown));
  }
}

/** Reads the open file again with a different dialect; roles and hierarchies of columns that keep their names stay. */
export async function reread(workbench: Workbench, dialect: Dialect, change: string): Promise<void> {
  await readAsSaid(workbench, (recipe) => ({ ...recipe, dialect }), change);
}

/** Sets the missing values of a column, beside those of the whole file, and reads the file again. */
export async function setMissing(workbench: Workbench, column: string, missing: readonly string[]): Promise<void> {
  const change = (recipe: Recipe) => {
    const codes = [...new Set(missing)].filter((code) => !recipe.dialect.missing.includes(code));
    return withMissing(recipe, column, codes);
  };
  const name = `missing values of ${column}`;
  // Whatever prevented groups may be gone then.
  const lacksGroups = hasNothingProposed(workbench, column);
  await readAsSaid(workbench, change, name);
  if (lacksGroups) await suggestFor(workbench, [column], name);
}

/** Sets missing values of several columns at once, beside those that they have, and reads the file again. */
export async function addMissing(workbench: Workbench, added: ReadAs["missing"]): Promise<void> {
  const change = (recipe: Recipe) =>
    Object.entries(added).reduce(
      (before, [column, codes]) =>
        withMissing(before, column, [...new Set([...(missingOf(before)[column] ?? []), ...codes])]),
      recipe,
    );
  const columns = Object.keys(added);
  const name = columns.length === 1 ? `missing values of ${columns[0]}` : "missing values of columns";
  const lacking = columns.filter((column) => hasNothingProposed(workbench, column));
  await readAsSaid(workbench, change, name);
  if (lacking.length > 0) await suggestFor(workbench, lacking, name);
}

/** Reads the open file again if a recipe requires a different reading. */
async function readIfOtherwise(workbench: Workbench, recipe: Recipe, change: string): Promise<void> {
  const { source } = workbench.study;
  if (source !== null && !isReadSo(source, recipe)) await readAsSaid(workbench, () => recipe, change);
}

/**
 * Reads the open file by its recipe after a change. The change is applied to the recipe as it is when the file has been
 * read: settings made meanwhile stay, and so does the change of a reading that this one replaces.
 */
async function readAsSaid(workbench: Workbench, change: (recipe: Recipe) => Recipe, name: string): Promise<void> {
  const { source, recipe } = workbench.study;
  if (source === null || recipe === null) return;
  const before = workbench.rereading;
  const all = (now: Recipe) => change(before === null ? now : before(now));
  workbench.rereading = all;
  await read(workbench, "open", source.file, source.name, asSaid(all(recipe)), (again) => {
    workbench.rereading = null;
    const now = workbench.study.recipe ?? recipe;
    workbench.change(name, forColumns(all(now), columnNames(again)), again);
  });
  if (workbench.rereading === all) workbench.rereading = null;
}

/** How a recipe says that its file is read. */
function asSaid(recipe: GivenRecipe): Partial<ReadAs> {
  const { dialect } = recipe;
  return { ...(dialect === undefined ? {} : { dialect }), missing: missingOf(recipe) };
}

/**
 * Applies a recipe file to the open table, or opens the table that was given with it. Hierarchy files that it names are
 * searched among the other files.
 */
export async function loadRecipe(
  workbench: Workbench,
  file: File,
  others: readonly File[],
  table?: File,
): Promise<void> {
  const { name } = file;
  workbench.renaming = null;
  workbench.project = null;
  try {
    const text = await textOf(file);
    const said = projectIn(text, name);
    const project = said === null ? null : await normalized(workbench, said);
    const normal = project?.recipe ?? (JSON.parse(await workbench.engine.normalizeRecipe(text)) as GivenRecipe);
    workbench.project = project;
    const kind = project === null ? "recipe" : "project";
    const given = await withHierarchyFiles(workbench, normal, others);
    if (table !== undefined) {
      await openFile(workbench, table, table.name, given);
      return;
    }
    const { source } = workbench.study;
    if (source === null) {
      workbench.waiting = given;
      workbench.tell(`The ${kind} ${name} is loaded. Open the table that it is for.`);
      return;
    }
    const settle = async (settled: GivenRecipe) => {
      const { source: now } = workbench.study;
      if (now === null || now.file !== source.file) return;
      const recipe = { ...settled, dialect: settled.dialect ?? now.dialect };
      const change = `load ${kind} ${name}`;
      if (isReadSo(now, recipe)) workbench.change(change, recipe, now);
      else await readAsSaid(workbench, () => recipe, change);
      const after = workbench.study.source;
      if (after === null || !isReadSo(after, recipe)) return;
      workbench.tell(`The ${kind} ${name} is applied. Undo brings the earlier settings back.`);
      adoptGiven(workbench, change);
    };
    const goOn = (settled: GivenRecipe) => void settle(settled);
    const refuse = () => {
      workbench.project = null;
    };
    if (!askForNames(workbench, given, columnNames(source), source.name, goOn, refuse)) await settle(given);
    else workbench.goTo("open");
  } catch (thrown) {
    const error = toKanonError(thrown);
    workbench.fail("open", { ...error, place: { ...error.place, file: error.place.file ?? name } });
    workbench.goTo("open");
  }
}

/** Applies the other parts of a project file, whose recipe has become the study's by the change of this name. */
function adoptGiven(workbench: Workbench, change: string): void {
  const { project } = workbench;
  workbench.project = null;
  if (project === null) return;
  adopt(workbench, project, change);
  const { recipe } = workbench.study;
  const again = project.without.filter((name) => recipe !== null && isQuasiIdentifier(recipe, name));
  if (recipe === null || again.length === 0) return;
  workbench.tell(`Lists of values are not in the project: ${again.join(", ")} will get suggestions.`);
  void suggestFor(workbench, again, change);
}
