/**
 * One long piece of work under the settings as they are: what was asked, how far it has come, and what it ended with.
 */

import { toKanonError } from "../engine/failure";
import type { Desk } from "./desk";
import { encode } from "./encoding";
import { keyOf } from "./keys";
import type { Source } from "./source";
import type { StepName } from "./step-name";
import type { Activity, AnswerOf, JobName, JobOf, Jobs, Study } from "./study";

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
  /** What the last run ended with that ended with something: this one, or one before it, maybe under other settings. */
  readonly answered: Answered<Answer> | null;
}

/** What a run ended with, and the settings that it belongs to. */
export interface Answered<Answer> {
  readonly run: symbol;
  readonly key: string;
  readonly answer: Answer;
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

/** What a job of the open file ended with last, whether or not the settings have changed since. */
export function lastAnswer<Name extends JobName>(study: Study, name: Name): AnswerOf<Name> | null {
  return answeredOf(study, name)?.answer ?? null;
}

/** What a job ended with for the file and the settings as they are. */
export function currentAnswer<Name extends JobName>(study: Study, name: Name): AnswerOf<Name> | null {
  const job = jobOfFile(study, name);
  const answered = answeredOf(study, name);
  if (job === null || answered === null) return null;
  return answered.key === keyOf(study, name, job.plan) ? answered.answer : null;
}

function answeredOf<Name extends JobName>(study: Study, name: Name): Answered<AnswerOf<Name>> | null {
  return (jobOfFile(study, name)?.answered ?? null) as Answered<AnswerOf<Name>> | null;
}

/** Changes what a run ended with, unless another has ended with something since. */
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

/** Changes a run, unless another has taken its place. */
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

/** What a job is told when it is begun, and what it begins with. */
export interface Begun<Name extends JobName> {
  readonly name: Name;
  /** The step that failures belong to. */
  readonly step: StepName;
  readonly activity: Activity;
  readonly plan: JobOf<Name>["plan"];
  readonly reached: JobOf<Name>["reached"];
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
 * or fails, and what the run before it ended with stays until it has ended with something itself.
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
