/** The worker's part in searching a frontier. */

import { guarded } from "./guarded";
import { holding } from "./holding";
import { type Jobs, passOver, ToUtf8 } from "./passes";
import { beginningOf } from "./pieces";
import { type FrontierPoints, type FrontierStart, type FrontierStep, PopulationPass, sniff } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { FrontierProgress, FrontierShape, PopulationBytes } from "./wire/frontier";
import type { Bytes } from "./wire/protocol";

const STEP_MILLISECONDS = 30;
const REPORT_MILLISECONDS = 160;
const SHOWN_POINTS = 1000;
const HEAD_BYTES = 256 << 10;

/** A search for a frontier of either kind. */
interface FrontierSearch {
  advance(milliseconds: number): FrontierStep;
  points(most: number): FrontierPoints;
}

function shapeOf(search: FrontierSearch): FrontierShape {
  const points = search.points(SHOWN_POINTS);
  const { risk, loss, levels, visitedRisk, visitedLoss } = points;
  points.free();
  return { risk, loss, levels, visitedRisk, visitedLoss };
}

/** Searches until it is done or cancelled. */
async function follow(
  search: FrontierSearch,
  start: FrontierStart | null,
  jobs: Jobs,
  job: number,
  onProgress: (progress: FrontierProgress) => void,
): Promise<void> {
  let reported = 0;
  let accepted = -1;
  let step = search.advance(0);
  const report = () => {
    onProgress({ start, step, shape: shapeOf(search) });
    reported = performance.now();
    accepted = step.accepted;
  };
  while (!step.done && !jobs.isCancelled(job)) {
    step = search.advance(STEP_MILLISECONDS);
    const since = performance.now() - reported;
    if (since >= REPORT_MILLISECONDS * (step.accepted === accepted ? 4 : 1)) report();
    await jobs.yield();
  }
  report();
}

/** What the worker answers about frontiers. */
export function frontierFace(opening: Promise<Shelf>, jobs: Jobs) {
  const ask = <Given extends unknown[], Answer>(question: (shelf: Shelf, ...given: Given) => Answer) =>
    guarded(async (...given: Given) => question(await opening, ...given));
  /** The key of the population that is in memory. */
  let held = "";

  /** Has the shelf hold this population, and no other. */
  async function readPopulation(
    shelf: Shelf,
    job: number,
    recipe: string,
    population: PopulationBytes | null,
    onBytes: (bytes: Bytes) => void,
  ): Promise<void> {
    const key = population?.key ?? "";
    if (key === held) return;
    shelf.population.drop();
    held = "";
    if (population === null) return;
    const { file } = population;
    const { head, whole } = await beginningOf(file, HEAD_BYTES);
    const { dialect } = sniff(head, whole);
    const reading = new PopulationPass(shelf.recipe(recipe), dialect, new ToUtf8(dialect.encoding).chunk(head));
    const read = await holding(reading, async (pass) => {
      await passOver(file, dialect.encoding, (_, text) => pass.push(text), jobs, job, onBytes);
      return pass.finish();
    });
    shelf.population.put(read);
    held = key;
  }

  return {
    /** Searches a frontier. It is kept for questions about its policies, and for its exhibit. */
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
        await readPopulation(shelf, job, recipe, population, onBytes);
        const search = shelf.frontier.put(
          shelf.population.isEmpty
            ? shelf.encoded.it.partitionFrontier(shelf.recipe(recipe))
            : shelf.encoded.it.frontierAmong(shelf.recipe(recipe), shelf.population.it),
        );
        return follow(search, search.start(), jobs, job, onProgress);
      },
    ),
    /** The best partition policy of the frontier of at most this risk. */
    frontierPolicy: ask(({ frontier }, risk: number) => frontier.it.policy(risk)),
    frontierSafeHarbor: ask(({ frontier }) => frontier.it.safeHarbor() ?? null),
    /** The partition policy that comes closest to the policy of the last search. */
    frontierOutcome: ask(({ frontier, search }) => frontier.it.closestTo(search.it)),
    /** What becomes of each of Safe Harbor's identifiers under its policy. */
    safeHarborTable: ask((shelf, recipe: string) =>
      shelf.frontier.it.safeHarborTable(shelf.opened.it, shelf.recipe(recipe)),
    ),
  };
}
