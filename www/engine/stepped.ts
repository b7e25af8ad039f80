/** Long work in steps, with turns of the event loop in between, so that a cancel arrives. */

import { cancelled } from "./failure";
import type { Jobs } from "./passes";

const STEP_MILLISECONDS = 40;
const REPORT_MILLISECONDS = 100;

/** Takes one step, and returns the share that is done. */
type Step = (milliseconds: number) => number | Promise<number>;

/** Steps until the share is 1. */
export async function stepped(jobs: Jobs, job: number, step: Step, onShare: (share: number) => void): Promise<void> {
  if ((await steppedAsFar(jobs, job, step, onShare)) < 1) throw cancelled();
}

/** Steps until the share is 1, or the job is cancelled. Returns the share that is done by then. */
export async function steppedAsFar(
  jobs: Jobs,
  job: number,
  step: Step,
  onShare: (share: number) => void,
): Promise<number> {
  let reported = 0;
  for (;;) {
    const share = await step(STEP_MILLISECONDS);
    if (share >= 1 || jobs.isCancelled(job)) return share;
    const now = performance.now();
    if (now - reported >= REPORT_MILLISECONDS) {
      reported = now;
      onShare(share);
    }
    await jobs.yield();
  }
}
