/** Long work in steps, with turns of the event loop in between, so that a cancel arrives. */

import { cancelled } from "./failure";
import type { Jobs } from "./passes";

const STEP_MILLISECONDS = 40;
const REPORT_MILLISECONDS = 100;

/** Steps until the share is 1. */
export async function stepped(
  jobs: Jobs,
  job: number,
  step: (milliseconds: number) => number,
  onShare: (share: number) => void,
): Promise<void> {
  let reported = 0;
  for (;;) {
    const share = step(STEP_MILLISECONDS);
    if (share >= 1) return;
    if (jobs.isCancelled(job)) throw cancelled();
    const now = performance.now();
    if (now - reported >= REPORT_MILLISECONDS) {
      reported = now;
      onShare(share);
    }
    await jobs.yield();
  }
}
