/** One long piece of work under the current settings: its plan, its progress, and its result. */

import { toKanonError } from "../engine/failure";
import type { Desk } from "./desk";
import { encode } from "./encoding";
import { keyOf } from "./keys";
import type { Source } from "./source";
import type { StepName } from "./step-name";
import type { Activity, AnswerOf, JobName, JobOf, Jobs, Study } from "./study";

export type JobState = "running" | "ended" | "cancelled" | "failed";

/** What is kept of one run: `Reached` grows while it runs, and the answer is there when it has ended. */
export interface Job<Plan, Reached, Answer = null> {
  /** Identifies the run: late messages of an earlier run do not affect it. */
  readonly run: symbol;
  /** The settings, as text. */
  readonly key: string;
  readonly source: Source;
  readonly plan: Plan;
  readonly state: JobState;
  readonly reached: Reached;
  /** The last answer of this run, or of a run before it, possibly under different settings. */
  readonly answered: Answered<Answer> | null;
}

/** The answer of a run, and its settings. */
export interface Answered<Answer> {
  readonly run: symbol;
  readonly key: string;
  readonly answer: Answer;
}

/** The job of the open file, even if the settings have changed since. */
export function jobOfFile<Name extends JobName>(study: Study, name: Name): JobOf<Name> | null {
  const jobs: Jobs = study;
  const job = jobs[name];
  return job !== null && job.source === study.source ? job : null;
}

/** Whether there is a job of the open file for settings other than the current ones. */
export function isStale<Name extends JobName>(study: Study, name: Name): boolean {
  const job = jobOfFile(study, name);
  return job !== null && keyOf(study, name, job.plan) !== job.key;
}

/** The job, if it belongs to the current file and settings. */
export function currentJob<Name extends JobName>(study: Study, name: Name): JobOf<Name> | null {
  return isStale(study, name) ? null : jobOfFile(study, name);
}

/** The last answer of a job of the open file, even if the settings have changed since. */
export function lastAnswer<Name extends JobName>(study: Study, name: Name): AnswerOf<Name> | null {
  return answeredOf(study, name)?.answer ?? null;
}

/** The answer of a job for the current file and settings. */
export function currentAnswer<Name extends JobName>(study: Study, name: Name): AnswerOf<Name> | null {
  const job = jobOfFile(study, name);
  const answered = answeredOf(study, name);
  if (job === null || answered === null) return null;
  return answered.key === keyOf(study, name, job.plan) ? answered.answer : null;
}

function answeredOf<Name extends JobName>(study: Study, name: Name): Answered<AnswerOf<Name>> | null {
  return (jobOfFile(study, name)?.answered ?? null) as Answered<AnswerOf<Name>> | null;
}

/** Changes the answer of a run, unless another run has ended with one since. */
export function changeAnswer<Name extends JobName>(
  desk: Desk,
  name: Name,
  run: symbol,
  patch: Partial<AnswerOf<Name>>,
): void {
  const answered = answeredOf(desk.study, name);
  if (answered?.run !== run) return;
  const answer = { ...answered.answer, ...patch };
  desk.set({ [name]: { ...jobOfFile(desk.study, name), answered: { ...answered, answer } } });
}

/** Changes a run, unless another has replaced it. */
export function changeJob<Name extends JobName>(
  desk: Desk,
  name: Name,
  run: symbol,
  change: (job: JobOf<Name>) => Partial<JobOf<Name>>,
): void {
  const jobs: Jobs = desk.study;
  const job = jobs[name];
  if (job?.run === run) desk.set({ [name]: { ...job, ...change(job) } });
}

/** The description and the initial state of a new job. */
export interface Begun<Name extends JobName> {
  readonly name: Name;
  /** The step that shows its failures. */
  readonly step: StepName;
  readonly activity: Activity;
  readonly plan: JobOf<Name>["plan"];
  readonly reached: JobOf<Name>["reached"];
}

/** What the work of a job can use. */
export interface Running<Name extends JobName> {
  readonly run: symbol;
  readonly signal: AbortSignal;
  /** Updates its progress. */
  readonly reach: (change: (before: JobOf<Name>["reached"]) => JobOf<Name>["reached"]) => void;
}

/** How work ended. After a cancel, the finished part stays. */
export interface Ended<Answer> {
  readonly whole: boolean;
  readonly answer?: Answer;
}

/**
 * Runs a job for the current settings, on the table that they define. Its progress stays when it is cancelled or fails,
 * and the previous answer stays until there is a new one.
 */
export async function runJob<Name extends JobName>(
  desk: Desk,
  { name, step, activity, plan, reached }: Begun<Name>,
  work: (running: Running<Name>) => Promise<Ended<AnswerOf<Name>>>,
): Promise<void> {
  const { source } = desk.study;
  if (source === null) return;
  const run = Symbol(name);
  const key = keyOf(desk.study, name, plan);
  desk.set({
    [name]: { run, key, source, plan, state: "running", reached, answered: answeredOf(desk.study, name) },
  });
  const change = (patch: (job: JobOf<Name>) => Partial<Job<unknown, unknown, unknown>>) =>
    changeJob(desk, name, run, (job) => patch(job) as Partial<JobOf<Name>>);
  await desk.occupy(step, activity, async (signal) => {
    try {
      await encode(desk, signal, false);
      const ended = await work({ run, signal, reach: (next) => change((job) => ({ reached: next(job.reached) })) });
      const { answer } = ended;
      const answered = answer === undefined ? {} : { answered: { run, key, answer } };
      change(() => ({ state: ended.whole ? "ended" : "cancelled", ...answered }));
    } catch (thrown) {
      change(() => ({ state: signal.aborted ? "cancelled" : "failed" }));
      throw toKanonError(thrown);
    }
  });
}
