/** Releases suppressed cells: they are chosen, written and verified like a policy. */

import { writeSuppressed } from "../engine/uniques-client";
import type { Recipe } from "../engine/wire/protocol";
import type { CellsHead, UniquesRecipe, UniquesReport, WrittenCells } from "../engine/wire/uniques-rows";
import { chosenCells, withChosen } from "./chosen";
import { conditionsOf } from "./conditions";
import { plain } from "./recipe";
import { releaseName } from "./releasing";
import { currentReleased, type Handed, type Written } from "./result";
import { uniquesSettings } from "./settings";
import { undecided } from "./study";
import { keyToWrite, lacksKey } from "./treatments";
import { currentUniques, find, isHeld, note, suppressBy } from "./uniques";
import { unconfirmed } from "./untouched";
import type { Workbench } from "./workbench";

/** Suppressed cells, and their settings. */
export interface Suppression {
  readonly settings: UniquesRecipe;
  readonly report: UniquesReport;
}

/** Whether conditions beside k are asked for, with which no cells can be suppressed. */
export function hasConditions(recipe: Recipe): boolean {
  return conditionsOf(recipe).length > 0;
}

/** The last suppression that was found for the table as it is. */
export function foundCells(workbench: Workbench): Suppression | null {
  return currentUniques(workbench)?.suppressed ?? null;
}

/** The suppression that the recipe chose for the release; null if it chose none, or if it must be found again. */
export function currentCells(workbench: Workbench): Suppression | null {
  const { recipe } = workbench.study;
  const found = foundCells(workbench);
  if (recipe === null || found === null || chosenCells(recipe) === null || hasConditions(recipe)) return null;
  return JSON.stringify(found.settings) === JSON.stringify(uniquesSettings(recipe)) ? found : null;
}

/** The written table, if it belongs to the current settings. */
export function writtenCells(workbench: Workbench): Written<WrittenCells> | null {
  const { recipe, source } = workbench.study;
  const written = currentUniques(workbench)?.written ?? null;
  if (recipe === null || source === null || written === null || currentCells(workbench) === null) return null;
  return written.settings === plain(recipe) ? { source, settings: written.settings, written } : null;
}

/** The written form of the current choice, policy or suppressed cells, if it belongs to the current settings. */
export function handedNow(workbench: Workbench): Handed | null {
  return chosenCells(workbench.study.recipe) === null ? currentReleased(workbench.study) : writtenCells(workbench);
}

/** Chooses the found cells for the release, in one change, and goes to that step. */
export function releaseCells(workbench: Workbench): void {
  const { recipe } = workbench.study;
  const found = foundCells(workbench);
  if (recipe === null || found === null) return;
  if (currentCells(workbench) === null)
    workbench.change("release suppressed cells", withChosen({ ...recipe, uniques: found.settings }, { cells: {} }));
  workbench.goTo("release");
}

/** Finds the cells that the recipe chose, if they are not available. */
export async function findCells(workbench: Workbench): Promise<Suppression | null> {
  const { recipe } = workbench.study;
  if (recipe === null || chosenCells(recipe) === null || hasConditions(recipe)) return null;
  if (currentCells(workbench) !== null && isHeld(workbench)) return currentCells(workbench);
  if (currentUniques(workbench) === null) await find(workbench);
  const settings = uniquesSettings(recipe);
  if (settings.suppress !== "none") await suppressBy(workbench, settings, false);
  return currentCells(workbench);
}

/** Writes the table with its cells suppressed, and verifies it from its own bytes. */
export async function writeCells(workbench: Workbench, place: FileSystemFileHandle | null): Promise<void> {
  if (undecided(workbench.study).length > 0 || unconfirmed(workbench.study).length > 0 || lacksKey(workbench)) return;
  if ((await findCells(workbench)) === null) return;
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const name = place?.name ?? releaseName(source.name);
  const bytes = { done: 0, total: source.file.size * 3 };
  const settings = plain(recipe);
  await workbench.occupy("release", { kind: "releasing", name, bytes }, async (signal) => {
    const onBytes = (done: { done: number; total: number }) =>
      workbench.advance(signal, { kind: "releasing", name, bytes: done });
    const key = keyToWrite(workbench);
    const written = await writeSuppressed(workbench.engine, source, settings, place, key, onBytes, signal);
    note(workbench, workbench.study.uniques?.answered?.run, { written: { ...written, settings } });
  });
}

/** The first records as they would be written; null while the engine works on it, or if it no longer can. */
export function headOfCells(workbench: Workbench, { report }: Suppression): CellsHead | null {
  const { recipe } = workbench.study;
  if (recipe === null || workbench.study.activity !== null || !isHeld(workbench)) return null;
  const { ofCells: heads } = workbench.heads;
  const asked = plain(recipe);
  const known = heads.get(report, asked);
  if (known !== undefined) return known;
  heads.set(report, asked, null);
  workbench.engine
    .quick((face) => face.suppressedHead(asked))
    .then(
      (head) => {
        heads.set(report, asked, head);
        workbench.announce();
      },
      () => heads.delete(report, asked),
    );
  return null;
}
