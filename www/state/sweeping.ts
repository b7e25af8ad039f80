/**
 * The best policy for every k of a range, or for several suppression limits. The result of the study is not affected.
 */

import * as Comlink from "comlink";
import type { Condition } from "../engine/wire/conditions";
import type { Recipe, SweepPoint, SweepStep } from "../engine/wire/protocol";
import type { SweepPlan } from "../engine/wire/sweep";
import { atThreshold, numbered } from "./conditions";
import { currentJob, type Job, runJob } from "./job";
import type { Candidate } from "./looked";
import { plain } from "./recipe";
import type { Workbench } from "./workbench";

/** The swept setting, and the conditions of the recipe, which it numbers. */
export interface Swept {
  readonly plan: SweepPlan;
  readonly protect: readonly Condition[];
}

/** A sweep with the points proven so far. */
export type SweepRun = Job<Swept, Proven>;

/** The loss without each condition: the points of a sweep, the last of which has all of them. */
export interface Costs {
  readonly swept: Swept;
  readonly points: readonly SweepPoint[];
}

export type CostsJob = Job<null, null, Costs>;

interface Proven {
  readonly points: readonly SweepPoint[];
  readonly all: number;
  readonly milliseconds: number;
}

/** The stopped sweep, if it can be continued. */
export function stoppedSweep(workbench: Workbench): SweepRun | null {
  const run = currentJob(workbench.study, "sweep");
  return run?.state === "cancelled" ? run : null;
}

/** The conditions left out at each point: all of them, if there are several; each one; none. */
function leftOut(recipe: Recipe): SweepPlan {
  const all = numbered(recipe).map(({ number }) => number);
  return { without: [...(all.length > 1 ? [all] : []), ...all.map((number) => [number]), []] };
}

/** Finds the best policy without each condition, and the one under all of them. */
export async function findCosts(workbench: Workbench): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const swept = { plan: leftOut(recipe), protect: recipe.protect ?? [] };
  const activity = { kind: "finding", name: "what each condition costs", share: 0, cost: 0 } as const;
  await runJob(
    workbench,
    { name: "costs", step: "policy", activity, plan: null, reached: null },
    async ({ signal }) => {
      const onStep = ({ points, all }: SweepStep) =>
        workbench.advance(signal, { ...activity, share: points.length / Math.max(1, all) });
      const last = await workbench.engine.inTurn(signal, (face, job) =>
        face.costs(job, plain(recipe), swept.plan, Comlink.proxy(onStep)),
      );
      return last.done ? { whole: true, answer: { swept, points: last.points } } : { whole: false };
    },
  );
}

/** The best policy of a point, as a candidate. */
export function pointCandidate(name: string, point: SweepPoint, at: number, { plan, protect }: Swept): Candidate {
  const candidate = {
    name,
    columns: (point.words ?? []).map(([column]) => column),
    levels: point.levels ?? [],
    k: point.k,
    limit: point.suppressionLimit,
    intervals: null,
  };
  if ("thresholds" in plan) {
    const { threshold } = point;
    const place = plan.thresholds.condition - 1;
    const own = (one: Condition, other: number) =>
      other === place && threshold !== null ? atThreshold(one, threshold) : one;
    return { ...candidate, protect: protect.map(own) };
  }
  if (!("without" in plan)) return candidate;
  const without = plan.without[at] ?? [];
  return { ...candidate, protect: protect.filter((_, place) => !without.includes(place + 1)) };
}

/** Starts a sweep, or continues the stopped one; points appear as they are proven. */
export async function sweep(workbench: Workbench, given: SweepPlan | null): Promise<void> {
  const { recipe } = workbench.study;
  const before = given === null ? stoppedSweep(workbench) : null;
  if (recipe === null) return;
  const plan = given === null ? before?.plan : { plan: given, protect: recipe.protect ?? [] };
  if (plan === undefined) return;
  const reached = before?.reached ?? { points: [], all: 0, milliseconds: 0 };
  const { points: known } = reached;
  const activity = { kind: "sweeping", name: "", done: known.length, all: null } as const;
  await runJob(workbench, { name: "sweep", step: "policy", activity, plan, reached }, async ({ signal, reach }) => {
    const take = ({ points, all, milliseconds }: SweepStep) =>
      reach(() => ({ points: [...known, ...points], all, milliseconds }));
    const onStep = (step: SweepStep) => {
      const done = known.length + step.points.length;
      if (workbench.advance(signal, { ...activity, done, all: step.all })) take(step);
    };
    const settings = before === null ? plain(recipe) : null;
    const last = await workbench.engine.sweep(settings, plan.plan, known.length, onStep, signal);
    take(last);
    return { whole: last.done };
  });
}
