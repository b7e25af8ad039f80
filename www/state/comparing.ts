/** Which algorithms there are for the settings as they are, and running several of them on the same problem. */

import { toKanonError } from "../engine/failure";
import type { Algorithm, AlgorithmView, KanonError, Progress, Recipe } from "../engine/protocol";
import { plain } from "./recipe";
import { encode, withPoint } from "./searching";
import { currentSummary, type Source, type TrailPoint, tableKey } from "./study";
import type { Workbench } from "./workbench";

/** One algorithm's run in a comparison. */
export interface Contestant {
  readonly algorithm: Algorithm;
  /** Whether what it ends with is the best policy for the measure. */
  readonly exact: boolean;
  readonly state: "waiting" | "running" | "ended" | "cancelled" | "failed";
  readonly progress: Progress | null;
  readonly trail: readonly TrailPoint[];
  readonly failure: KanonError | null;
}

/** Several algorithms on one problem. */
export interface Comparison {
  readonly problem: string;
  readonly source: Source;
  readonly contestants: readonly Contestant[];
}

/** The settings that the problem depends on, as text: all but how it is searched, and what is written then. */
export function problemKey(recipe: Recipe): string {
  const { search: _how, frontier: _other, release: _writing, ...problem } = recipe;
  return JSON.stringify(problem);
}

const known = new WeakMap<Source, Map<string, readonly AlgorithmView[] | null>>();

/** The algorithms for the settings as they are; null while the table is not measured, and views hear when they are there. */
export function algorithmsOf(workbench: Workbench): readonly AlgorithmView[] | null {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return null;
  const answers = known.get(source) ?? new Map<string, readonly AlgorithmView[] | null>();
  known.set(source, answers);
  const key = problemKey(recipe);
  const answer = answers.get(key);
  if (answer !== undefined) return answer;
  if (currentSummary(workbench.study) === null || !workbench.engine.holdsTable(tableKey(recipe))) return null;
  answers.set(key, null);
  workbench.engine
    .algorithms(plain(recipe))
    .then((algorithms) => {
      answers.set(key, algorithms);
      workbench.announce();
    })
    // What is amiss with the settings is said when they are run; then it is asked again.
    .catch(() => answers.delete(key));
  return null;
}

/** Runs algorithms one after the other, each for so many seconds at most. The result of the study stays as it is. */
export async function compare(
  workbench: Workbench,
  algorithms: readonly AlgorithmView[],
  seconds: number | null,
): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const set = (name: Algorithm, patch: Partial<Contestant>) => {
    const { comparison } = workbench.study;
    if (comparison === null) return;
    const contestants = comparison.contestants.map((one) => (one.algorithm === name ? { ...one, ...patch } : one));
    workbench.set({ comparison: { ...comparison, contestants } });
  };
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
  workbench.set({ comparison: { problem: problemKey(recipe), source, contestants: waiting } });
  await workbench.occupy("policy", { kind: "comparing", name: "", progress: null }, async (signal) => {
    await encode(workbench, signal, false);
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
  });
}
