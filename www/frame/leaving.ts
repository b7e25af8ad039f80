/** Asks before the tab is closed or reloaded while work runs, or while there are unsaved results or notes. */

import { saidOf } from "../state/document";
import { NOTES_FILE, notesOf } from "../state/notes";
import type { Workbench } from "../state/workbench";

/** What would be lost. */
type Part = "results" | "notes" | "said";

/** What a file preserves, by the end of its name: recipe, report or release are enough to continue the work. */
const KEEPS: Readonly<Record<string, readonly Part[]>> = {
  ".kanon.json": ["results"],
  ".report.json": ["results"],
  ".release.csv": ["results"],
  ".kanon.zip": ["results", "notes"],
  ".kanon-project.json": ["results", "notes", "said"],
  [NOTES_FILE]: ["notes"],
  "-report.html": ["said"],
};

/** The parts that can be saved; null if there is nothing. */
function partsOf(workbench: Workbench): Record<Part, readonly unknown[]> {
  const { search, released, uniques, frontier, sweep } = workbench.study;
  const notes = notesOf(workbench);
  const said = saidOf(workbench);
  return {
    results: [search?.answered ?? null, released, uniques, frontier, sweep],
    notes: [notes === "" ? null : notes],
    said: [Object.keys(said).length === 0 ? null : said],
  };
}

export function askBeforeLeaving(workbench: Workbench, signal: AbortSignal): void {
  let seen = partsOf(workbench);
  let { released } = workbench.study;
  const unsaved = new Set<Part>();
  workbench.subscribe(() => {
    const now = partsOf(workbench);
    for (const part of Object.keys(now) as Part[]) {
      if (now[part].every((one) => one === null)) unsaved.delete(part);
      else if (now[part].some((one, index) => one !== null && one !== seen[part][index])) unsaved.add(part);
    }
    // A release without its bytes was written directly into a file.
    const isNew = workbench.study.released !== released;
    ({ released } = workbench.study);
    if (isNew && released?.written.blob === null) unsaved.delete("results");
    seen = now;
  });
  workbench.onHandedOut((name) => {
    const kept = Object.entries(KEEPS).filter(([end]) => name.endsWith(end));
    for (const part of kept.flatMap(([, parts]) => parts)) unsaved.delete(part);
  });
  const ask = (event: Event) => {
    if (workbench.lock.isShut) return;
    if (unsaved.size > 0 || workbench.study.activity !== null) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask, { signal });
}
