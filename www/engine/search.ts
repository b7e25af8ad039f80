/** The worker's part in searching for policies. */

import { handOut, type Lead, Sharing } from "./crew";
import { holding } from "./holding";
import type { Jobs } from "./passes";
import type { PolicySearch, PolicySweep } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { Grouped } from "./wire/crew";
import type { Progress, SweepStep } from "./wire/protocol";
import type { SweepPlan } from "./wire/sweep";

const STEP_MILLISECONDS = 12;
const REPORT_MILLISECONDS = 80;

/** Starts the search that is kept from now on, or continues the last one. */
function begun(shelf: Shelf, recipe: string | null): PolicySearch {
  return recipe === null ? shelf.search.it : shelf.search.put(shelf.encoded.it.search(shelf.recipe(recipe)));
}

/** Continues a sweep until it is done or cancelled. */
async function swept(
  jobs: Jobs,
  job: number,
  sweep: PolicySweep,
  known: number,
  onStep: (step: SweepStep) => void,
): Promise<SweepStep> {
  let reported = 0;
  for (;;) {
    const step = sweep.advance(STEP_MILLISECONDS, known);
    if (step.done || jobs.isCancelled(job)) return step;
    if (performance.now() - reported >= REPORT_MILLISECONDS) {
      reported = performance.now();
      onStep(step);
    }
    await jobs.yield();
  }
}

/** The worker's methods that search for policies. */
export function searchFace(opening: Promise<Shelf>, jobs: Jobs, lead: Lead) {
  return {
    /**
     * Starts a search, or continues the last one if `recipe` is null. It ends when it is done, out of budget or
     * cancelled. `muster` is called if the work takes long enough to be split between workers; null if none are
     * available.
     */
    search: async (
      job: number,
      recipe: string | null,
      onProgress: (progress: Progress, workers: number) => void,
      muster: ((grouped: Grouped) => void) | null,
    ): Promise<Progress> => {
      const shelf = await opening;
      const search = begun(shelf, recipe);
      let progress = search.advance(0);
      let reported = 0;
      let best = -1;
      const isSplit = muster !== null && progress.boxes !== null;
      const sharing = new Sharing(lead, search, isSplit ? () => muster(handOut(search, null)) : null);
      while (progress.status === "running" && !jobs.isCancelled(job)) {
        await jobs.whilePaused(job);
        progress = await sharing.step(
          () => search.advance(STEP_MILLISECONDS),
          (milliseconds) => search.waited(milliseconds),
        );
        const now = performance.now();
        const loss = progress.best?.loss ?? -1;
        if (loss !== best || now - reported >= REPORT_MILLISECONDS) {
          best = loss;
          reported = now;
          onProgress(progress, lead.size + 1);
        }
        await jobs.yield();
      }
      await lead.recall(search);
      return search.advance(0);
    },

    /** Runs another search beside the one that is kept. Its memory is freed at its end. */
    compare: async (job: number, recipe: string, onProgress: (p: Progress) => void): Promise<Progress> => {
      const shelf = await opening;
      return holding(shelf.encoded.it.search(shelf.recipe(recipe)), async (rival) => {
        let progress = rival.advance(0);
        let reported = performance.now();
        while (progress.status === "running" && !jobs.isCancelled(job)) {
          progress = rival.advance(STEP_MILLISECONDS);
          if (performance.now() - reported >= REPORT_MILLISECONDS) {
            reported = performance.now();
            onProgress(progress);
          }
          await jobs.yield();
        }
        return progress;
      });
    },

    /** Proves the best policy of every point of a sweep. Each report contains all new points. */
    sweep: async (
      job: number,
      recipe: string | null,
      plan: SweepPlan,
      known: number,
      onStep: (step: SweepStep) => void,
    ): Promise<SweepStep> => {
      const shelf = await opening;
      const { sweep } = shelf;
      if (recipe !== null) {
        sweep.put(shelf.encoded.it.sweep(shelf.recipe(recipe), JSON.stringify(plan)));
      }
      return swept(jobs, job, sweep.it, known, onStep);
    },

    /** A sweep beside the one that is kept, from the first point to the last. */
    costs: async (
      job: number,
      recipe: string,
      plan: SweepPlan,
      onStep: (step: SweepStep) => void,
    ): Promise<SweepStep> => {
      const shelf = await opening;
      const started = shelf.encoded.it.sweep(shelf.recipe(recipe), JSON.stringify(plan));
      return holding(started, (sweep) => swept(jobs, job, sweep, 0, onStep));
    },
  };
}
