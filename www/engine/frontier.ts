/** The worker's part in searching a frontier. */

import { driven, paced } from "./driver";
import { guarded } from "./guarded";
import type { Jobs } from "./passes";
import type { FrontierPoints, FrontierStart, FrontierStep } from "./pkg/kanon.js";
import { readPopulation } from "./population";
import type { Shelf } from "./shelf";
import type { FrontierProgress, FrontierShape, PopulationBytes } from "./wire/frontier";
import type { Bytes } from "./wire/protocol";

const STEP_MILLISECONDS = 30;
/** The points that are drawn take long to collect. */
const PACE = { soon: 160, every: 640 };
const SHOWN_POINTS = 1000;

/** A search for a frontier of either kind. */
interface FrontierSearch {
  advance(milliseconds: number): FrontierStep;
  points(most: number): FrontierPoints;
}

function shapeOf(search: FrontierSearch): FrontierShape {
  const points = search.points(SHOWN_POINTS);
  const { risk, loss, levels, visitedRisk, visitedLoss, keepsRule } = points;
  points.free();
  return { risk, loss, levels, visitedRisk, visitedLoss, keepsRule };
}

/** Searches until it is done or cancelled. */
async function follow(
  search: FrontierSearch,
  start: FrontierStart | null,
  jobs: Jobs,
  job: number,
  onProgress: (progress: FrontierProgress) => void,
): Promise<void> {
  const tell = (step: FrontierStep) => onProgress({ start, step, shape: shapeOf(search) });
  const step = () => search.advance(STEP_MILLISECONDS);
  tell(await driven(jobs, job, step, ({ done }) => done, paced(tell, { ...PACE, news: ({ accepted }) => accepted })));
}

/** The worker's methods for frontiers. */
export function frontierFace(opening: Promise<Shelf>, jobs: Jobs) {
  const ask = <Given extends unknown[], Answer>(question: (shelf: Shelf, ...given: Given) => Answer) =>
    guarded(async (...given: Given) => question(await opening, ...given));

  return {
    /** Searches a frontier. It is kept for queries about its policies, and for its exhibit. */
    frontier: guarded(
      async (
        job: number,
        recipe: string,
        population: PopulationBytes | null,
        onBytes: (bytes: Bytes) => void,
        onProgress: (progress: FrontierProgress) => void,
      ): Promise<void> => {
        const shelf = await opening;
        shelf.frontier.drop();
        shelf.levels.drop();
        if (shelf.recipe(recipe).isFullDomain) {
          const search = shelf.levels.put(shelf.encoded.it.fullDomainFrontier(shelf.recipe(recipe)));
          return follow(search, null, jobs, job, onProgress);
        }
        await readPopulation(shelf, jobs, job, recipe, population, onBytes);
        const search = shelf.frontier.put(
          shelf.population.isEmpty
            ? shelf.encoded.it.partitionFrontier(shelf.recipe(recipe))
            : shelf.encoded.it.partitionFrontierWithPopulation(shelf.recipe(recipe), shelf.population.it),
        );
        return follow(search, search.start(), jobs, job, onProgress);
      },
    ),
    /** The best partition policy of the frontier of at most this risk. */
    frontierPolicy: ask(({ frontier }, risk: number) => frontier.it.policy(risk)),
    frontierSafeHarbor: ask(({ frontier }) => frontier.it.safeHarbor() ?? null),
    /** The partition policy closest to the policy of the last search. */
    frontierOutcome: ask(({ frontier, search }) => frontier.it.closestTo(search.it)),
    /** The treatment of each of Safe Harbor's identifiers under its policy. */
    safeHarborTable: ask((shelf, recipe: string) =>
      shelf.frontier.it.safeHarborTable(shelf.opened.it, shelf.recipe(recipe)),
    ),
  };
}
