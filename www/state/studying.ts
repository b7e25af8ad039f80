/** Running one of the papers' studies on the table as it is. The result of the study of this table stays as it is. */

import type { StudyPlan, StudyProgress, StudyRow } from "../engine/study-rows";
import { problemKey } from "./comparing";
import { plain } from "./recipe";
import { encode } from "./searching";
import type { Source } from "./study";
import type { Workbench } from "./workbench";

/** A published study with the rows that it has so far. */
export interface PublishedStudy {
  readonly problem: string;
  readonly source: Source;
  readonly plan: StudyPlan;
  readonly rows: readonly StudyRow[];
  readonly left: number;
  readonly state: "running" | "ended" | "cancelled" | "failed";
}

/** Runs a study; rows appear as they are made. */
export async function runStudy(workbench: Workbench, plan: StudyPlan): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const begun: PublishedStudy = { problem: problemKey(recipe), source, plan, rows: [], left: 0, state: "running" };
  let published = begun;
  const show = (patch: Partial<PublishedStudy>) => {
    published = { ...published, ...patch };
    workbench.set({ published });
  };
  show({});
  const activity = { kind: "studying", name: "", done: 0, left: null } as const;
  await workbench.occupy("policy", activity, async (signal) => {
    try {
      await encode(workbench, signal, false);
      const onProgress = ({ rows, left }: StudyProgress) => {
        if (workbench.advance(signal, { ...activity, done: rows.length, left })) show({ rows, left });
      };
      const reached = await workbench.engine.study(plain(recipe), plan, onProgress, signal);
      show({ ...reached, state: reached.left === 0 ? "ended" : "cancelled" });
    } catch (thrown) {
      show({ state: signal.aborted ? "cancelled" : "failed" });
      throw thrown;
    }
  });
}
