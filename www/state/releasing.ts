import type { Bytes, Recipe } from "../engine/wire/protocol";
import { followChoice } from "./choosing";
import { lacksPopulation, populationOf } from "./people";
import { currentResult, type Handed, recipeToWrite } from "./result";
import { quasiIdentifiers, undecided } from "./study";
import { keyToWrite, lacksKey } from "./treatments";
import { unconfirmed } from "./untouched";
import type { Workbench } from "./workbench";

/**
 * Writes the release of the current result and reads it again to verify it, into a file that the user picked if there
 * is one. Nothing is written before the user has agreed to everything that is published unchanged.
 */
export async function writeRelease(workbench: Workbench, place: FileSystemFileHandle | null): Promise<void> {
  await followChoice(workbench);
  const result = currentResult(workbench.study);
  const { recipe } = workbench.study;
  if (result === null || recipe === null || undecided(workbench.study).length > 0) return;
  if (unconfirmed(workbench.study).length > 0 || lacksKey(workbench)) return;
  if (lacksPopulation(workbench.study)) return;
  const { source } = result;
  const name = place?.name ?? releaseName(source.name);
  const bytes = { done: 0, total: source.file.size * 3 };
  await workbench.occupy("release", { kind: "releasing", name, bytes }, async (signal) => {
    const onBytes = (done: Bytes) => workbench.advance(signal, { kind: "releasing", name, bytes: done });
    const settings = recipeToWrite(result, recipe);
    const population = populationOf(workbench.study);
    const beside = { key: keyToWrite(workbench), population };
    const written = await workbench.engine.release(source, place, settings, beside, onBytes, signal);
    workbench.set({ released: { source, result, settings, people: population?.key ?? null, written } });
  });
}

/** The hierarchies of a release as files, each under a name of its own. */
export async function hierarchyTexts(workbench: Workbench, released: Handed): Promise<[string, string][]> {
  const recipe = JSON.parse(released.settings) as Recipe;
  const texts: [string, string][] = [];
  for (const column of quasiIdentifiers(recipe)) {
    const { kind, hierarchy } = recipe.columns[column] ?? {};
    const shape = { kind: kind ?? null, spec: hierarchy ?? null };
    const number = String(texts.length + 1).padStart(2, "0");
    const name = `${number} ${column.replace(/[^\p{L}\p{N} ._-]/gu, "_")}.csv`;
    texts.push([name, await workbench.engine.formatHierarchy(released.source, column, shape)]);
  }
  return texts;
}

/** One archive of several files, by their names. */
export async function archive({ engine }: Workbench, files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const zipped = await engine.inTurn(new AbortController().signal, (face) => face.archive(files));
  return new Blob([zipped], { type: "application/zip" });
}

/** A sheet by its workbook's name and its own. */
const SHEET = /^(.*)\.xls[xm] · (.*)$/is;

function stem(name: string): string {
  const sheet = SHEET.exec(name);
  if (sheet !== null) return `${sheet[1]}-${sheet[2]}`.replace(/[\\/:*?"<>|]/g, "_");
  return name.replace(/\.gz$/i, "").replace(/\.[^.]*$/, "") || "table";
}

/** The name of a sheet's text file. */
export function sheetTextName(name: string): string {
  return `${stem(name)}.csv`;
}

/** Names of the downloads, derived from the name of the opened file. */
export function releaseName(name: string): string {
  return `${stem(name)}.release.csv`;
}
export function recipeName(name: string): string {
  return `${stem(name)}.kanon.json`;
}
export function projectName(name: string): string {
  return `${stem(name)}.kanon-project.json`;
}
export function reportName(name: string): string {
  return `${stem(name)}.report.json`;
}
export function recipientReportName(name: string): string {
  return `${stem(name)}.recipient-report.json`;
}
export function documentName(name: string, edition: string): string {
  return `${stem(name)}.${edition}-report.html`;
}
export function proofName(name: string): string {
  return `${stem(name)}.kanon.proof`;
}
export function passportName(name: string): string {
  return `${stem(name)}.passport.zip`;
}
export function archiveName(name: string): string {
  return `${stem(name)}.kanon.zip`;
}
