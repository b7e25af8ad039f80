/** One long piece of work under the settings as they are: what was asked, how far it has come, and what it ended with. */

import { toKanonError } from "../engine/failure";
import { encode } from "./encoding";
import { keyOf } from "./keys";
import type { StepName } from "./step-name";
import type { Activity, JobName, JobOf, Jobs, Source, Study } from "./study";
import type { Workbench } from "./workbench";

export type JobState = "running" | "ended" | "cancelled" | "failed";

/** What is kept of one run: `Reached` grows while it goes on, the answer is there when it has ended. */
export interface Job<Plan, Reached, Answer = null> {
  /** Which run it is: what comes late from an earlier one does not touch it. */
  readonly run: symbol;
  /** The settings that it belongs to, as text. */
  readonly key: string;
  readonly source: Source;
  readonly plan: Plan;
  readonly state: JobState;
  readonly reached: Reached;
  readonly answer: Answer | null;
}

/** The job of the open file, whether or not the settings have changed since. */
export function jobOfFile<Name extends JobName>(study: Study, name: Name): JobOf<Name> | null {
  const jobs: Jobs = study;
  const job = jobs[name];
  return job !== null && job.source === study.source ? job : null;
}

/** Whether there is a job of the open file that belongs to other settings than those as they are. */
export function isStale<Name extends JobName>(study: Study, name: Name): boolean {
  const job = jobOfFile(study, name);
  return job !== null && keyOf(study, name, job.plan) !== job.key;
}

/** The job, when it belongs to the file and the settings as they are. */
export function currentJob<Name extends JobName>(study: Study, name: Name): JobOf<Name> | null {
  return isStale(study, name) ? null : jobOfFile(study, name);
}

/** Changes a run, unless another has taken its place. */
export function changeJob<Name extends JobName>(
  workbench: Workbench,
  name: Name,
  run: symbol,
  change: (job: JobOf<Name>) => Partial<JobOf<Name>>,
): void {
  const jobs: Jobs = workbench.study;
  const job = jobs[name];
  if (job?.run === run) workbench.set({ [name]: { ...job, ...change(job) } });
}

/** What a job is told when it is begun, and what it begins with. */
export interface Begun<Name extends JobName> {
  readonly name: Name;
  /** The step that failures belong to. */
  readonly step: StepName;
  readonly activity: Activity;
  readonly plan: JobOf<Name>["plan"];
  readonly reached: JobOf<Name>["reached"];
  readonly answer?: JobOf<Name>["answer"];
}

/** What the work of a job has at hand. */
export interface Running<Name extends JobName> {
  readonly run: symbol;
  readonly signal: AbortSignal;
  /** Shows how far it has come. */
  readonly reach: (change: (before: JobOf<Name>["reached"]) => JobOf<Name>["reached"]) => void;
}

/** How work ended: of what was cancelled, the part that is done stays. */
export interface Ended<Answer> {
  readonly whole: boolean;
  readonly answer?: Answer;
}

/**
 * Runs a job for the settings as they are, on the table that they make. What it has reached stays when it is cancelled
 * or fails.
 */
export async function runJob<Name extends JobName>(
  workbench: Workbench,
  { name, step, activity, plan, reached, answer = null }: Begun<Name>,
  work: (running: Running<Name>) => Promise<Ended<JobOf<Name>["answer"]>>,
): Promise<void> {
  const { source } = workbench.study;
  if (source === null) return;
  const run = Symbol(name);
  const key = keyOf(workbench.study, name, plan);
  workbench.set({ [name]: { run, key, source, plan, state: "running", reached, answer } });
  const change = (patch: (job: JobOf<Name>) => Partial<Job<unknown, unknown, unknown>>) =>
    changeJob(workbench, name, run, (job) => patch(job) as Partial<JobOf<Name>>);
  await workbench.occupy(step, activity, async (signal) => {
    try {
      await encode(workbench, signal, false);
      const ended = await work({ run, signal, reach: (next) => change((job) => ({ reached: next(job.reached) })) });
      change((job) => ({ state: ended.whole ? "ended" : "cancelled", answer: ended.answer ?? job.answer }));
    } catch (thrown) {
      change(() => ({ state: signal.aborted ? "cancelled" : "failed" }));
      throw toKanonError(thrown);
    }
  });
}
