/** Searching the best policy, and going on with a search that was stopped. */

import { cancelled } from "../engine/failure";
import { workersByDefault } from "../engine/muster";
import type { Progress } from "../engine/wire/protocol";
import { encode } from "./encoding";
import { AS_USUAL, plain, withWriting } from "./recipe";
import { searchKey, type TrailPoint } from "./study";
import type { Workbench } from "./workbench";

const TRAIL_POINTS = 400;

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
