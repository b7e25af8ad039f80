/** The algorithms for the current settings, and runs of several of them on the same problem. */

import { toKanonError } from "../engine/failure";
import type { Algorithm, AlgorithmView, KanonError, Progress } from "../engine/wire/protocol";
import { type Job, runJob } from "./job";
import { problemKey } from "./keys";
import { plain } from "./recipe";
import { withPoint } from "./searching";
import { currentSummary, encodingOf, type TrailPoint } from "./study";
import type { Workbench } from "./workbench";

/** One algorithm's run in a comparison. */
export interface Contestant {
  readonly algorithm: Algorithm;
  /** Whether it ends with the best policy for the measure. */
  readonly exact: boolean;
  readonly state: "waiting" | "running" | "ended" | "cancelled" | "failed";
  readonly progress: Progress | null;
  readonly trail: readonly TrailPoint[];
  readonly failure: KanonError | null;
}

/** Several algorithms on one problem. */
export type Comparison = Job<Plan, readonly Contestant[]>;

interface Plan {
  readonly algorithms: readonly AlgorithmView[];
  /** Time limit for each; null for none. */
  readonly seconds: number | null;
}

/**
 * The algorithms for the current settings; null while the table is not measured. Views are notified when they are
 * there.
 */
export function algorithmsOf(workbench: Workbench): readonly AlgorithmView[] | null {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return null;
  const answers = workbench.algorithms;
  const key = problemKey(recipe);
  const answer = answers.get(source, key);
  if (answer !== undefined) return answer;
  if (currentSummary(workbench.study) === null || !workbench.engine.holdsTable(encodingOf(workbench.study).key))
    return null;
  answers.set(source, key, null);
  workbench.engine
    .algorithms(plain(recipe))
    .then((algorithms) => {
      answers.set(source, key, algorithms);
      workbench.announce();
    })
    // Faults in the settings are reported when they are run; then this is requested again.
    .catch(() => answers.delete(source, key));
  return null;
}

/** Runs algorithms one after the other, each for at most `seconds`. The result of the study stays as it is. */
export async function compare(
  workbench: Workbench,
  algorithms: readonly AlgorithmView[],
  seconds: number | null,
): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const waiting = algorithms.map(
    ({ name, optimal }): Contestant => ({
      algorithm: name,
      exact: optimal,
      state: "waiting",
      progress: null,
      trail: [],
      failure: null,
    }),
  );
  const activity = { kind: "comparing", name: "", progress: null } as const;
  const begun = {
    name: "comparison",
    step: "policy",
    activity,
    plan: { algorithms, seconds },
    reached: waiting,
  } as const;
  await runJob(workbench, begun, async ({ signal, reach }) => {
    const set = (name: Algorithm, patch: Partial<Contestant>) =>
      reach((before) => before.map((one) => (one.algorithm === name ? { ...one, ...patch } : one)));
    for (const { name } of algorithms) {
      if (signal.aborted) {
        set(name, { state: "cancelled" });
        continue;
      }
      let trail: readonly TrailPoint[] = [];
      const settings = { ...recipe.search, algorithm: name, budget: { ...recipe.search.budget, seconds } };
      const onProgress = (progress: Progress) => {
        if (!workbench.advance(signal, { kind: "comparing", name, progress })) return;
        trail = withPoint(trail, progress);
        set(name, { progress, trail });
      };
      set(name, { state: "running" });
      try {
        const progress = await workbench.engine.compare(plain({ ...recipe, search: settings }), onProgress, signal);
        const state = progress.status === "running" ? "cancelled" : "ended";
        set(name, { state, progress, trail: withPoint(trail, progress) });
      } catch (thrown) {
        set(name, signal.aborted ? { state: "cancelled" } : { state: "failed", failure: toKanonError(thrown) });
      }
    }
    return { whole: !signal.aborted };
  });
}
