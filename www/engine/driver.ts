/** Drives long work: step by step, with turns of the event loop in between, so that a cancel arrives. */

import { cancelled } from "./failure";
import type { Jobs } from "./passes";

const STEP_MILLISECONDS = 40;
const REPORT_MILLISECONDS = 100;

/** Work that goes on for about so many milliseconds at once, and returns the share that is done. */
interface Advancing {
  advance(milliseconds: number): number | Promise<number>;
}

/** Steps until work is over or its job is cancelled. Returns how far it is by then, which is not told. */
export async function driven<Reached>(
  jobs: Jobs,
  job: number,
  step: () => Reached | Promise<Reached>,
  isOver: (reached: Reached) => boolean,
  tell: (reached: Reached) => void,
): Promise<Reached> {
  for (;;) {
    await jobs.whilePaused(job);
    const reached = await step();
    if (isOver(reached) || jobs.isCancelled(job)) return reached;
    tell(reached);
    await jobs.yield();
  }
}

/** Goes on until all is done, or as far as the job is not cancelled. Returns the share that is done. */
export function asFarAsAsked(
  jobs: Jobs,
  job: number,
  work: Advancing,
  onShare: (share: number) => void,
): Promise<number> {
  const step = () => work.advance(STEP_MILLISECONDS);
  return driven(jobs, job, step, (share) => share >= 1, paced(onShare));
}

/** Goes on until all is done. */
export async function completed(
  jobs: Jobs,
  job: number,
  work: Advancing,
  onShare: (share: number) => void,
): Promise<void> {
  if ((await asFarAsAsked(jobs, job, work, onShare)) < 1) throw cancelled();
}

/** How often progress is told: every so many milliseconds, or after `soon` if there is something new in it. */
interface Pace<Reached> {
  readonly every?: number;
  readonly soon?: number;
  readonly news?: (reached: Reached) => unknown;
}

/** Tells progress no more often than it can be read. */
export function paced<Reached>(
  tell: (reached: Reached) => void,
  { every = REPORT_MILLISECONDS, soon = 0, news }: Pace<Reached> = {},
): (reached: Reached) => void {
  let told = Number.NEGATIVE_INFINITY;
  let known: unknown;
  return (reached) => {
    const latest = news?.(reached);
    if (performance.now() - told < (latest === known ? every : soon)) return;
    known = latest;
    tell(reached);
    told = performance.now();
  };
}
