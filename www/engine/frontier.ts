/** The worker's part in searching a frontier. */

import { guarded } from "./failure";
import { beginningOf, type Jobs, passOver, ToUtf8 } from "./passes";
import type { FrontierStart, Session } from "./pkg/kanon.js";
import type { FrontierProgress, FrontierRecipe, Population } from "./wire/frontier";
import type { Bytes } from "./wire/protocol";

const STEP_MILLISECONDS = 30;
const REPORT_MILLISECONDS = 160;
const SHOWN_POINTS = 1000;
const HEAD_BYTES = 256 << 10;

let held = "";

async function readPopulation(
  session: Session,
  jobs: Jobs,
  job: number,
  recipe: string,
  population: Population | null,
  onBytes: (bytes: Bytes) => void,
): Promise<void> {
  const key = population?.key ?? "";
  if (key === held) return;
  session.populationForget();
  held = "";
  if (population === null) return;
  const { file } = population;
  const head = await beginningOf(file, HEAD_BYTES);
  const { dialect } = session.sniff(head, file.size <= HEAD_BYTES);
  session.populationBegin(recipe, dialect, new ToUtf8(dialect.encoding).chunk(head));
  await passOver(file, dialect.encoding, session, jobs, job, onBytes);
  session.populationEnd();
  held = key;
}

/** Searches a frontier until it is done or cancelled. The session keeps it for questions about its policies. */
async function search(
  session: Session,
  jobs: Jobs,
  job: number,
  recipe: string,
  population: Population | null,
  onBytes: (bytes: Bytes) => void,
  onProgress: (progress: FrontierProgress) => void,
): Promise<void> {
  const { frontier } = JSON.parse(recipe) as { frontier?: FrontierRecipe };
  const isFullDomain = frontier?.space === "full-domain";
  let start: FrontierStart | null = null;
  if (isFullDomain) {
    session.fullDomainBegin(recipe);
  } else {
    await readPopulation(session, jobs, job, recipe, population, onBytes);
    start = session.frontierBegin(recipe);
  }
  let reported = 0;
  let accepted = -1;
  let step = session.frontierAdvance(0);
  const report = () => {
    const { risk, loss, levels, visitedRisk, visitedLoss } = session.frontierPoints(SHOWN_POINTS);
    onProgress({ start, step, shape: { risk, loss, levels, visitedRisk, visitedLoss } });
    reported = performance.now();
    accepted = step.accepted;
  };
  while (!step.done && !jobs.isCancelled(job)) {
    step = session.frontierAdvance(STEP_MILLISECONDS);
    const since = performance.now() - reported;
    if (since >= REPORT_MILLISECONDS * (step.accepted === accepted ? 4 : 1)) report();
    await jobs.yield();
  }
  report();
}

/** What the worker answers about frontiers. */
export function frontierFace(opening: Promise<Session>, jobs: Jobs) {
  const ask = <Given extends unknown[], Answer>(question: (session: Session, ...given: Given) => Answer) =>
    guarded(async (...given: Given) => question(await opening, ...given));
  return {
    frontier: guarded(
      async (
        job: number,
        recipe: string,
        population: Population | null,
        onBytes: (bytes: Bytes) => void,
        onProgress: (progress: FrontierProgress) => void,
      ) => search(await opening, jobs, job, recipe, population, onBytes, onProgress),
    ),
    /** The best partition policy of the frontier of at most this risk. */
    frontierPolicy: ask((session, risk: number) => session.frontierPolicy(risk)),
    frontierSafeHarbor: ask((session) => session.frontierSafeHarbor() ?? null),
    /** The partition policy that comes closest to the policy of the last search. */
    frontierOutcome: ask((session) => session.frontierOutcome()),
    /** Safe Harbor's identifiers with the columns that may be one by their names. */
    safeHarborChecklist: ask((session) => session.safeHarborChecklist()),
  };
}
