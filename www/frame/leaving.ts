/**
 * Asks before the tab is closed or loaded again while work runs, or while results or notes are there that nobody saved.
 */

import { saidOf } from "../state/document";
import { notesOf } from "../state/notes";
import type { Workbench } from "../state/workbench";

/** Recipe, report, release: from each of them the work can be taken up again. */
const KEEPS_THE_WORK = /\.(kanon\.json|report\.json|release\.csv|kanon\.zip)$/;

function results(workbench: Workbench): readonly unknown[] {
  const { search, released, uniques, frontier, sweep } = workbench.study;
  const notes = notesOf(workbench);
  const said = saidOf(workbench);
  return [
    search?.answered ?? null,
    released,
    uniques,
    frontier,
    sweep,
    notes === "" ? null : notes,
    Object.keys(said).length === 0 ? null : said,
  ];
}

export function askBeforeLeaving(workbench: Workbench, signal: AbortSignal): void {
  let seen = results(workbench);
  let unsaved = false;
  workbench.subscribe(() => {
    const now = results(workbench);
    if (now.some((one, index) => one !== null && one !== seen[index])) unsaved = true;
    // A release without its bytes went straight into a file.
    if (workbench.study.released?.written.blob === null && workbench.study.released !== seen[1]) unsaved = false;
    seen = now;
  });
  workbench.onHandedOut((name) => {
    if (KEEPS_THE_WORK.test(name)) unsaved = false;
  });
  const ask = (event: Event) => {
    if (workbench.lock.isShut) return;
    if (unsaved || workbench.study.activity !== null) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask, { signal });
}
