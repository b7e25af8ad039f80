import type { Bytes, Recipe } from "../engine/wire/protocol";
import { plain, withWriting, writingOf } from "./recipe";
import { currentResult, type Released } from "./result";
import { undecided } from "./study";
import type { Workbench } from "./workbench";

/** Writes the release of the current result and reads it again to verify it; into a place of the user's, when given. */
export async function writeRelease(workbench: Workbench, place: FileSystemFileHandle | null): Promise<void> {
  const result = currentResult(workbench.study);
  if (result === null || undecided(workbench.study).length > 0) return;
  const { source } = result;
  const name = place?.name ?? releaseName(source.name);
  const bytes = { done: 0, total: source.file.size * 3 };
  await workbench.occupy("release", { kind: "releasing", name, bytes }, async (signal) => {
    const onBytes = (done: Bytes) => workbench.advance(signal, { kind: "releasing", name, bytes: done });
    const writing = writingOf(workbench.study.recipe);
    const written = await workbench.engine.release(source, place, writing, onBytes, signal);
    workbench.set({ released: { result, writing, written } });
  });
}

/** The recipe that gives this release again. */
export function recipeOf({ result, writing }: Released): string {
  return plain(withWriting(JSON.parse(result.settings) as Recipe, writing));
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, "") || "table";
}

/** Names of the downloads, made from the name of the file that was opened. */
export function releaseName(name: string): string {
  return `${stem(name)}.release.csv`;
}
export function recipeName(name: string): string {
  return `${stem(name)}.kanon.json`;
}
export function reportName(name: string): string {
  return `${stem(name)}.report.json`;
}
export function recipientReportName(name: string): string {
  return `${stem(name)}.recipient-report.json`;
}
export function archiveName(name: string): string {
  return `${stem(name)}.kanon.zip`;
}
