/** The worker's part in searching for policies. */

import { handOut, type Lead, Sharing } from "./crew";
import { driven, paced } from "./driver";
import { holding } from "./holding";
import type { Jobs } from "./passes";
import type { PolicySearch, PolicySweep } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { Grouped } from "./wire/crew";
import type { Progress, SweepStep } from "./wire/protocol";
import type { SweepPlan } from "./wire/sweep";

/** Steps are short: the crew gets its boxes in between. */
const STEP_MILLISECONDS = 12;

const isOver = ({ status }: Progress) => status !== "running";

/** Starts the search that is kept from now on, or continues the last one. */
function begun(shelf: Shelf, recipe: string | null): PolicySearch {
  return recipe === null ? shelf.search.it : shelf.search.put(shelf.encoded.it.search(shelf.recipe(recipe)));
}

/** Continues a sweep until it is done or cancelled. */
function swept(
  jobs: Jobs,
  job: number,
  sweep: PolicySweep,
  known: number,
  onStep: (step: SweepStep) => void,
): Promise<SweepStep> {
  const step = () => sweep.advance(STEP_MILLISECONDS, known);
  return driven(jobs, job, step, ({ done }) => done, paced(onStep));
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
      const isSplit = muster !== null && search.advance(0).boxes !== null;
      const sharing = new Sharing(lead, search, isSplit ? () => muster(handOut(search, null)) : null);
      const step = () =>
        sharing.step(
          () => search.advance(STEP_MILLISECONDS),
          (milliseconds) => search.waited(milliseconds),
        );
      const tell = (progress: Progress) => onProgress(progress, lead.size + 1);
      tell(await driven(jobs, job, step, isOver, paced(tell, { news: ({ best }) => best?.loss })));
      await lead.recall(search);
      return search.advance(0);
    },

    /** Runs another search beside the one that is kept. Its memory is freed at its end. */
    compare: async (job: number, recipe: string, onProgress: (p: Progress) => void): Promise<Progress> => {
      const shelf = await opening;
      return holding(shelf.encoded.it.search(shelf.recipe(recipe)), (rival) =>
        driven(jobs, job, () => rival.advance(STEP_MILLISECONDS), isOver, paced(onProgress)),
      );
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
