/** Measuring the table as it is, searching the best policy, and going on with a search that was stopped. */

import { cancelled } from "../engine/failure";
import { workersByDefault } from "../engine/muster";
import type { Bytes, Progress } from "../engine/protocol";
import { AS_USUAL, plain, withWriting } from "./recipe";
import { uncovered } from "./shaping";
import { currentSummary, quasiIdentifiers, searchKey, standing, type TrailPoint, tableKey } from "./study";
import type { Workbench } from "./workbench";

/** Files up to this size are measured by themselves after a change; larger ones only when a run asks for it. */
const MEASURED_UNASKED_BYTES = 64 << 20;
const MEASURE_AFTER_MILLISECONDS = 400;
const TRAIL_POINTS = 400;

/** The measuring that nobody asked for. */
let unasked: AbortController | null = null;

/** Has the engine hold the quasi-identifiers as the settings are; in the background without a word about it. */
export async function encode(workbench: Workbench, signal: AbortSignal, background: boolean): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const key = tableKey(recipe);
  if (workbench.engine.holdsTable(key) && currentSummary(workbench.study) !== null) return;
  // Who asks would wait for it, and see nothing of how far it is.
  if (!background) unasked?.abort();
  const onBytes = (bytes: Bytes) => {
    if (!background) workbench.advance(signal, { kind: "encoding", name: source.name, bytes });
  };
  const table = await workbench.engine.encode(source, plain(recipe), key, onBytes, signal);
  workbench.set({ summary: { key, source, table } });
}

/** Keeps the scoreboard's "before" true: measures the table a moment after the settings changed. */
export function measureAfterChanges(workbench: Workbench): void {
  let timer = 0;
  const measure = () => {
    const { activity, recipe, source } = workbench.study;
    const asked = source !== null && source.file.size <= MEASURED_UNASKED_BYTES && quasiIdentifiers(recipe).length > 0;
    if (!asked || activity !== null || standing(workbench.study) === "current") return;
    if (currentSummary(workbench.study) !== null || uncovered(workbench).length > 0) return;
    unasked = new AbortController();
    // What is amiss with the settings is shown where they are made, and again when a run is asked for.
    encode(workbench, unasked.signal, true).catch(() => undefined);
  };
  workbench.onSettings(() => {
    unasked?.abort();
    clearTimeout(timer);
    timer = window.setTimeout(measure, MEASURE_AFTER_MILLISECONDS);
  });
}

/** The share of the lattice that needs no further look: checked or ruled out; null where that cannot be said. */
export function closedShare({ boxes, latticeSize, policiesChecked, policiesPruned }: Progress): number | null {
  if (boxes !== null) return boxes.closed;
  const size = Number(latticeSize);
  return Number.isFinite(size) && size > 0 ? Math.min(1, (policiesChecked + policiesPruned) / size) : null;
}

/** A line of loss and bound, longer by one point. A long line is thinned. */
export function withPoint(trail: readonly TrailPoint[], progress: Progress): readonly TrailPoint[] {
  const point = {
    milliseconds: progress.milliseconds,
    loss: progress.best?.loss ?? null,
    bound: progress.bound,
    closed: closedShare(progress) ?? 0,
  };
  const thinned = trail.length < TRAIL_POINTS ? trail : trail.filter((_, index) => index % 2 === 0);
  return [...thinned, point];
}

/** Searches the best policy for the settings as they are, or goes on with the search that was stopped. */
export async function search(workbench: Workbench, resume: boolean): Promise<void> {
  const { recipe, source, result } = workbench.study;
  if (recipe === null || source === null) return;
  const settings = searchKey(recipe);
  const goesOn = resume && result !== null && workbench.engine.holdsSearch(result.search);
  const first = goesOn ? result.found.progress : null;
  const activity = { kind: "searching", name: source.name, workers: 1, paused: false } as const;
  await workbench.occupy("policy", { ...activity, progress: first }, async (signal) => {
    if (!goesOn) {
      workbench.set({ trail: [] });
      await encode(workbench, signal, false);
    }
    const onProgress = (progress: Progress, workers: number) => {
      if (!workbench.advance(signal, { ...activity, progress, workers })) return;
      workbench.set({ trail: withPoint(workbench.study.trail, progress) });
    };
    const workers = workbench.preferences.workers ?? workersByDefault();
    const ended = await workbench.engine.search(
      goesOn ? null : plain(withWriting(recipe, AS_USUAL)),
      workers,
      onProgress,
      signal,
    );
    if (ended.progress.best === null && signal.aborted) {
      workbench.tell("Cancelled before a policy was found. Run begins anew.");
      throw cancelled();
    }
    const found = await workbench.engine.found(ended.progress);
    workbench.set({
      result: { search: ended.search, source, settings, found },
      trail: withPoint(workbench.study.trail, ended.progress),
      released: null,
    });
  });
}

/** Has the search that is under way stand still, or go on. */
export async function pause(workbench: Workbench, paused: boolean): Promise<void> {
  await workbench.engine.pause(paused);
  const { activity } = workbench.study;
  if (activity?.kind === "searching") workbench.set({ activity: { ...activity, paused } });
}
