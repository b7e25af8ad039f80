/** Searching for the best policy, and continuing a stopped search. */

import { cancelled, toKanonError } from "../engine/failure";
import type { Found, Progress, Recipe } from "../engine/wire/protocol";
import { chosenPolicy, withChosen } from "./chosen";
import { type Job, runJob } from "./job";
import { AS_USUAL, plain, withWriting } from "./recipe";
import { currentResult, type Result } from "./result";
import { searchKey } from "./searched";
import { type Study, type TrailPoint, undecided } from "./study";
import { keepHead } from "./treatments";
import type { Workbench } from "./workbench";
import { workersOf } from "./workers";

/** The search for the best policy, with its development of loss and bound. */
export type SearchJob = Job<null, readonly TrailPoint[], Result>;

const TRAIL_POINTS = 400;

/** The share of the lattice that is settled, checked or ruled out; null if it is unknown. */
export function closedShare({ boxes, latticeSize, policiesChecked, policiesPruned }: Progress): number | null {
  if (boxes !== null) return boxes.closed;
  const size = Number(latticeSize);
  return Number.isFinite(size) && size > 0 ? Math.min(1, (policiesChecked + policiesPruned) / size) : null;
}

/** The development of loss and bound, with one more point. A long one is thinned. */
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

/**
 * Searches for the best policy for the current settings, or continues the stopped search. While columns are undecided
 * there is nothing to search: any of them may be a quasi-identifier.
 */
export async function search(workbench: Workbench, resume: boolean): Promise<void> {
  // A hierarchy that arrives a moment later would outdate the result.
  await workbench.suggesting;
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const open = undecided(workbench.study);
  if (open.length > 0) {
    workbench.tell(`Say under Roles what these columns are, and run then: ${open.join(", ")}.`);
    return;
  }
  const result = resume ? currentResult(workbench.study) : null;
  const before = result !== null && workbench.engine.holdsSearch(result.search) ? result : null;
  const { k } = recipe.privacy;
  const activity = { kind: "searching", name: source.name, k, workers: 1, paused: false } as const;
  const begun = {
    name: "search",
    step: "policy",
    activity: { ...activity, progress: before?.found.progress ?? null },
    plan: null,
    reached: before?.trail ?? [],
  } as const;
  if (before === null) workbench.earlier.keep(workbench.study);
  await runJob(workbench, begun, async ({ signal, reach }) => {
    let trail: readonly TrailPoint[] = begun.reached;
    const onProgress = (progress: Progress, workers: number) => {
      // The user may have paused it while this step ran.
      const { activity: now } = workbench.study;
      const paused = now?.kind === "searching" && now.paused;
      if (!workbench.advance(signal, { ...activity, progress, workers, paused })) return;
      trail = withPoint(trail, progress);
      reach(() => trail);
    };
    const asked = before === null ? plain(withWriting(recipe, AS_USUAL)) : null;
    const { search, progress } = await workbench.engine.search(asked, workersOf(workbench), onProgress, signal);
    if (progress.best === null && signal.aborted) {
      workbench.tell("Cancelled before a policy was found. Run begins anew.");
      throw cancelled();
    }
    const found = await foundOf(workbench, progress, recipe);
    keepHead(workbench, found);
    workbench.set({ released: null });
    const settings = searchKey(recipe);
    return {
      whole: progress.status !== "running",
      answer: { search, source, settings, found, trail: withPoint(trail, progress) },
    };
  });
  // Meanwhile the settings may have returned to those of an earlier search.
  workbench.set({ search: workbench.earlier.recall(workbench.study) });
}

/** The result; a chosen policy that this table does not allow is replaced by the best one. */
async function foundOf(workbench: Workbench, progress: Progress, recipe: Recipe): Promise<Found> {
  if (chosenPolicy(recipe) === null) return workbench.engine.found(progress, plain(recipe));
  try {
    return await workbench.engine.found(progress, plain(recipe));
  } catch (thrown) {
    const { message } = toKanonError(thrown);
    workbench.tell(`The chosen policy cannot be released: ${message}. This is the best one.`);
    workbench.amend((one) => (one.chosen === recipe.chosen ? withChosen(one, null) : one));
    return workbench.engine.found(progress, plain(withChosen(recipe, null)));
  }
}

/** The k of the search that runs, if the settings have another one by now; null otherwise. */
export function otherK({ activity, recipe }: Study): number | null {
  if (activity?.kind !== "searching" || recipe === null) return null;
  return activity.k === recipe.privacy.k ? null : activity.k;
}

/** Pauses the current search, or continues it. */
export async function pause(workbench: Workbench, paused: boolean): Promise<void> {
  await workbench.engine.pause(paused);
  const { activity } = workbench.study;
  if (activity?.kind === "searching") workbench.set({ activity: { ...activity, paused } });
}
