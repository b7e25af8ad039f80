/** Whether a policy's intervals of each single column are optimal. */

import * as Comlink from "comlink";
import type { PartitionView } from "../engine/wire/protocol";
import { currentFrontier, draw, type Own } from "./frontier";
import type { Workbench } from "./workbench";

/** The verdicts on the columns of a policy of the frontier; null if they were not requested. */
export function ownOf({ study }: Workbench, view: PartitionView): Own | null {
  const own = currentFrontier(study)?.reached.own ?? null;
  return own?.of === view ? own : null;
}

/** For each value of each column after the first, whether an interval begins with it. */
function keptOf({ columns }: PartitionView): Uint8Array {
  const kept = columns.flatMap(({ rows }) => rows.slice(1).map(([, name], before) => name !== rows[before]?.[1]));
  return Uint8Array.from(kept, Number);
}

/** Examines the columns of a policy, one after another. */
export async function proveOwn(workbench: Workbench, view: PartitionView): Promise<void> {
  const { frontier } = workbench.study;
  if (frontier === null) return;
  const { run } = frontier;
  const activity = { kind: "finding", name: "the columns", share: 0, cost: 0 } as const;
  await workbench.occupy("frontier", activity, async (signal) => {
    const begun: Own = { of: view, verdicts: null };
    draw(workbench, run, () => ({ own: begun }));
    // The answer is of no use once another policy is selected, or the settings have changed.
    const stop = workbench.subscribe(() => {
      if (!signal.aborted && currentFrontier(workbench.study)?.reached.chosen !== view) workbench.cancel();
    });
    const onShare = (share: number) => void workbench.advance(signal, { ...activity, share });
    let own: Own | null = null;
    try {
      const verdicts = await workbench.engine.inTurn(signal, (face, job) =>
        face.ownIntervals(job, keptOf(view), Comlink.proxy(onShare)),
      );
      own = { of: view, verdicts };
    } finally {
      stop();
      draw(workbench, run, (before) => (before.own === begun ? { own } : {}));
    }
  });
}
