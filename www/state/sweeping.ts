/**
 * The best policy for every k of a range, or for several suppression limits. The result of the study stays as it is.
 */

import type { SweepPlan, SweepPoint, SweepStep } from "../engine/wire/protocol";
import { currentJob, type Job, runJob } from "./job";
import { plain } from "./recipe";
import type { Workbench } from "./workbench";

/** A sweep with the points that are proven so far. */
export type SweepRun = Job<SweepPlan, Proven>;

interface Proven {
  readonly points: readonly SweepPoint[];
  readonly all: number;
  readonly milliseconds: number;
}

/** The sweep that was stopped, when it can go on. */
export function stoppedSweep(workbench: Workbench): SweepRun | null {
  const run = currentJob(workbench.study, "sweep");
  return run?.state === "cancelled" ? run : null;
}

/** Begins a sweep, or goes on with the one that was stopped; points appear as they are proven. */
export async function sweep(workbench: Workbench, given: SweepPlan | null): Promise<void> {
  const { recipe } = workbench.study;
  const before = given === null ? stoppedSweep(workbench) : null;
  const plan = given ?? before?.plan ?? null;
  if (recipe === null || plan === null) return;
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
    const last = await workbench.engine.sweep(settings, plan, known.length, onStep, signal);
    take(last);
    return { whole: last.done };
  });
}
