/** The best policy for every k of a range, or for several suppression limits. The result of the study stays as it is. */

import type { Recipe, SweepPlan, SweepPoint, SweepStep } from "../engine/protocol";
import { plain } from "./recipe";
import { encode, search } from "./searching";
import type { Source } from "./study";
import type { Workbench } from "./workbench";

/** A sweep with the points that are proven so far. */
export interface SweepRun {
  readonly settings: string;
  readonly source: Source;
  readonly plan: SweepPlan;
  readonly points: readonly SweepPoint[];
  readonly all: number;
  readonly milliseconds: number;
  readonly state: "running" | "ended" | "cancelled" | "failed";
}

/** The settings that a sweep depends on, as text: all but what it goes over, and how a search is done. */
export function sweepKey(
  { search: _how, privacy: { k, suppression_limit }, ...rest }: Recipe,
  plan: SweepPlan,
): string {
  return JSON.stringify([rest, plan.limits.length > 0 ? k : suppression_limit]);
}

/** Begins a sweep, or goes on with the one that was stopped; points appear as they are proven. */
export async function sweep(workbench: Workbench, plan: SweepPlan | null): Promise<void> {
  const { recipe, source, sweep: before } = workbench.study;
  if (recipe === null || source === null) return;
  const begun =
    plan === null ? before : { settings: sweepKey(recipe, plan), source, plan, points: [], all: 0, milliseconds: 0 };
  if (begun === null) return;
  let run: SweepRun = { ...begun, state: "running" };
  const show = (patch: Partial<SweepRun>) => {
    run = { ...run, ...patch };
    workbench.set({ sweep: run });
  };
  show({});
  const activity = { kind: "sweeping", name: "" } as const;
  await workbench.occupy("policy", { ...activity, done: run.points.length, all: null }, async (signal) => {
    try {
      await encode(workbench, signal, false);
      const take = ({ points, all, milliseconds }: SweepStep) => {
        show({ points: [...begun.points, ...points], all, milliseconds });
      };
      const onStep = (step: SweepStep) => {
        const done = begun.points.length + step.points.length;
        if (workbench.advance(signal, { ...activity, done, all: step.all })) take(step);
      };
      const settings = plan === null ? null : plain(recipe);
      const last = await workbench.engine.sweep(settings, run.plan, begun.points.length, onStep, signal);
      take(last);
      show({ state: last.done ? "ended" : "cancelled" });
    } catch (thrown) {
      show({ state: signal.aborted ? "cancelled" : "failed" });
      throw thrown;
    }
  });
}

/** Takes a point's k and suppression limit as the settings, and searches with them. */
export function take(workbench: Workbench, { k, suppressionLimit }: SweepPoint): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  workbench.change("k and limit from the curve", { ...recipe, privacy: { k, suppression_limit: suppressionLimit } });
  void search(workbench, false);
}
