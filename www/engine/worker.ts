/** Entry of the worker: owns the core's session, streams files through it and lets cancels in between two steps. */

import * as Comlink from "comlink";
import { holdLock } from "./alive";
import { Lead, serve } from "./crew";
import { guarded, watchMemory } from "./failure";
import { frontierFace } from "./frontier";
import { holding } from "./holding";
import { beginningOf, Jobs, passOver, prepare } from "./passes";
import { Crew, initSync, Session } from "./pkg/kanon.js";
import { releaseOf } from "./release";
import { uniquesFace } from "./uniques-worker";
import { compileCore } from "./wasm";
import { watch } from "./watch";
import type { Grouped } from "./wire/crew";
import type { Bytes, Dialect, HierarchySpec, Progress, Reading, SweepPlan, SweepStep } from "./wire/protocol";
import type { StudyPlan, StudyProgress, StudyRow } from "./wire/study-rows";

const SNIFF_BYTES = 256 << 10;
const STEP_MILLISECONDS = 12;
const REPORT_MILLISECONDS = 80;
const SHOWN_RECORDS = 500;
/** A search that takes no longer is not worth starting further workers for. */
const ALONE_MILLISECONDS = 500;
/** How long one of the crew may take to give back its box when the search ends. */
const PATIENCE_MILLISECONDS = 1000;

watch((sighting) => postMessage(sighting));
holdLock();
const jobs = new Jobs();
const lead = new Lead();
const opening: Promise<Session> = compileCore().then((module) => {
  const { memory } = initSync({ module });
  watchMemory(() => memory.buffer.byteLength);
  return new Session();
});

async function read(job: number, file: Blob, asked: Dialect | null, onBytes: (b: Bytes) => void): Promise<Reading> {
  const session = await opening;
  const beginning = await beginningOf(file, SNIFF_BYTES);
  const sniffed = session.sniff(beginning, file.size <= SNIFF_BYTES);
  const dialect = asked ?? sniffed.dialect;
  session.profileBegin(dialect);
  await passOver(file, dialect.encoding, session, jobs, job, onBytes);
  return { sniffed, dialect, profile: session.profileEnd() };
}

/**
 * Begins a search, or goes on with the last one when `recipe` is null; ends when done, out of budget or cancelled.
 * `muster` is called when it takes long enough to be split between workers.
 */
async function search(
  job: number,
  recipe: string | null,
  onProgress: (progress: Progress, workers: number) => void,
  muster: (grouped: Grouped) => void,
): Promise<Progress> {
  const session = await opening;
  if (recipe === null) session.choose(null);
  let progress = recipe === null ? session.searchAdvance(0) : session.searchBegin(recipe);
  let reported = 0;
  let best = -1;
  let mustered = false;
  const beginning = performance.now();
  while (progress.status === "running" && !jobs.isCancelled(job)) {
    await jobs.whilePaused(job);
    const before = performance.now();
    progress = session.searchAdvance(STEP_MILLISECONDS);
    const now = performance.now();
    if (!mustered && progress.boxes !== null && now - beginning > ALONE_MILLISECONDS) {
      mustered = true;
      muster(handOut(session));
    }
    const changed = lead.feed(session);
    const loss = progress.best?.loss ?? -1;
    if (loss !== best || now - reported >= REPORT_MILLISECONDS) {
      best = loss;
      reported = now;
      onProgress(progress, lead.size + 1);
    }
    // With every box out, there is nothing to do but wait for the crew.
    if (!changed && lead.size > 0 && now - before < 1) {
      await lead.wait(STEP_MILLISECONDS);
      session.searchWaited(performance.now() - now);
    }
    await jobs.yield();
  }
  await lead.recall(session, PATIENCE_MILLISECONDS);
  return session.searchAdvance(0);
}

function handOut(session: Session): Grouped {
  const grouped = session.grouped();
  const { recipe, table } = grouped;
  grouped.free();
  return { recipe, table: new Blob([new Uint8Array(table)]) };
}

/** Runs another search beside the session's own. What it holds in memory is given back at its end. */
async function compare(job: number, recipe: string, onProgress: (p: Progress) => void): Promise<Progress> {
  const session = await opening;
  try {
    let progress = session.rivalBegin(recipe);
    let reported = performance.now();
    while (progress.status === "running" && !jobs.isCancelled(job)) {
      progress = session.rivalAdvance(STEP_MILLISECONDS);
      if (performance.now() - reported >= REPORT_MILLISECONDS) {
        reported = performance.now();
        onProgress(progress);
      }
      await jobs.yield();
    }
    return progress;
  } finally {
    session.rivalEnd();
  }
}

/** Runs one of the papers' studies. */
async function study(
  job: number,
  recipe: string,
  plan: StudyPlan,
  onProgress: (p: StudyProgress) => void,
): Promise<StudyProgress> {
  const session = await opening;
  const { name, numbers, limits, seconds } = plan;
  const studying = session.study(recipe, name, new Uint32Array(numbers), new Float64Array(limits), seconds);
  return holding(studying, async () => {
    const rows: StudyRow[] = [];
    let step = studying.advance(0);
    onProgress({ rows, left: step.left });
    while (!step.done && !jobs.isCancelled(job)) {
      step = studying.advance(STEP_MILLISECONDS);
      if (step.row !== null) {
        rows.push(JSON.parse(step.row) as StudyRow);
        onProgress({ rows, left: step.left });
      }
      await jobs.yield();
    }
    return { rows, left: step.left };
  });
}

/** Proves the best policy of every point of a sweep, each time with all that were not known. */
async function sweep(
  job: number,
  recipe: string | null,
  { from, to, limits }: SweepPlan,
  known: number,
  onStep: (step: SweepStep) => void,
): Promise<SweepStep> {
  const session = await opening;
  if (recipe !== null) session.sweepBegin(recipe, from, to, new Float64Array(limits));
  let reported = 0;
  for (;;) {
    const step = session.sweepAdvance(STEP_MILLISECONDS, known);
    if (step.done || jobs.isCancelled(job)) return step;
    if (performance.now() - reported >= REPORT_MILLISECONDS) {
      reported = performance.now();
      onStep(step);
    }
    await jobs.yield();
  }
}

const withSession = <Arguments extends unknown[], Answer>(
  work: (session: Session, ...given: Arguments) => Answer,
): ((...given: Arguments) => Promise<Answer>) => guarded(async (...given: Arguments) => work(await opening, ...given));

const uniques = uniquesFace(opening, jobs);

/** What the worker answers to. Every method that takes a job number can be cancelled by that number. */
const face = {
  cancel: (job: number) => jobs.cancel(job),
  sample: withSession((session) => session.sample()),
  read: guarded(read),
  hierarchy: withSession((session, column: string, spec: HierarchySpec | null) => session.hierarchy(column, spec)),
  suggestHierarchy: withSession((session, column: string) => session.suggestHierarchy(column)),
  parseHierarchy: withSession((session, text: string, file: string) => session.parseHierarchy(text, file)),
  formatHierarchy: withSession((session, column: string, spec: HierarchySpec | null) =>
    session.formatHierarchy(column, spec),
  ),
  normalizeRecipe: withSession((session, recipe: string) => {
    session.checkRecipe(recipe);
    return session.normalizeRecipe(recipe);
  }),
  encode: guarded(async (job: number, file: Blob, recipe: string, onBytes: (b: Bytes) => void) => {
    const session = await opening;
    session.encodeBegin(recipe);
    const { dialect } = JSON.parse(recipe) as { dialect: Dialect };
    await passOver(file, dialect.encoding, session, jobs, job, onBytes);
    await prepare(session, jobs, job, file.size, onBytes);
    return session.encodeEnd();
  }),
  /** Has a search stand still, or go on. */
  pause: (job: number, paused: boolean) => jobs.pause(job, paused),
  search: guarded(search),
  /** Takes a worker into the crew of the search, under a number. */
  join: (port: MessagePort, member: number) => lead.join(port, member),
  /** Takes the worker of this number for ended: what it had is open again. */
  leave: (member: number) => lead.leave(member),
  /** Becomes one of a search's crew, at the other end of the port. */
  serve: guarded(async (port: MessagePort, { recipe, table }: Grouped) => {
    await opening;
    serve(port, new Crew(recipe, new Uint8Array(await table.arrayBuffer())), jobs);
  }),
  found: withSession((session, progress: Progress) => ({
    progress,
    outcome: session.outcome(),
    neighbours: session.neighbours(),
    head: session.releasedHead(SHOWN_RECORDS),
  })),
  algorithms: withSession((session, recipe: string) => session.algorithms(recipe)),
  compare: guarded(compare),
  study: guarded(study),
  sweep: guarded(sweep),
  /** The policies that the search has checked, `most` of them at most. */
  checked: withSession((session, most: number) => {
    const axes = session.axes();
    const { levels, loss, bound, suppressed, valid, checked } = session.trail(most);
    return { axes, levels, loss, bound, suppressed, valid, checked };
  }),
  evaluate: withSession((session, levels: Uint8Array) => session.evaluate(levels)),
  /** Takes a policy in place of the best one; null takes the best one again. */
  choose: withSession((session, levels: Uint8Array | null) => session.choose(levels)),
  ...frontierFace(opening, jobs),
  release: guarded(releaseOf(opening, jobs)),
  uniques: guarded(uniques.uniques),
  uniquesParts: guarded(uniques.uniquesParts),
  uniquesPart: guarded(uniques.uniquesPart),
  uniquesTogether: guarded(uniques.uniquesTogether),
  uniquesRecord: guarded(uniques.uniquesRecord),
  suppress: guarded(uniques.suppress),
  writeSuppressed: guarded(uniques.writeSuppressed),
  review: guarded(uniques.review),
};

/** What is asked from the page: the types of its side are made of this one. */
export type Face = typeof face;

Comlink.expose(face);
