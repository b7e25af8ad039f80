/** Runs one of the papers' studies on the table as it is. The result of the current study is not affected. */

import type { StudyPlan, StudyProgress } from "../engine/wire/study-rows";
import { type Job, runJob } from "./job";
import { plain } from "./recipe";
import type { Workbench } from "./workbench";

/** A published study with the rows that it has so far. */
export type PublishedStudy = Job<StudyPlan, StudyProgress>;

/** Runs a study; rows appear as they are finished. */
export async function runStudy(workbench: Workbench, plan: StudyPlan): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const activity = { kind: "studying", name: "", done: 0, left: null } as const;
  const begun = { name: "published", step: "policy", activity, plan, reached: { rows: [], left: 0 } } as const;
  await runJob(workbench, begun, async ({ signal, reach }) => {
    const onProgress = (progress: StudyProgress) => {
      const { rows, left } = progress;
      if (workbench.advance(signal, { ...activity, done: rows.length, left })) reach(() => progress);
    };
    const last = await workbench.engine.study(plain(recipe), plan, onProgress, signal);
    reach(() => last);
    return { whole: last.left === 0 };
  });
}
