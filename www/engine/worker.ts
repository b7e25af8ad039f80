/** Entry of the worker: owns the core's session, streams files through it and lets cancels in between two steps. */

import * as Comlink from "comlink";
import { toKanonError } from "./failure";
import { type FrontierProgress, type Population, searchFrontier } from "./frontier";
import { Jobs, passOver } from "./passes";
import { initSync, Session } from "./pkg/kanon.js";
import type { Bytes, Dialect, HierarchySpec, Progress, Reading, WorkerFace, Written } from "./protocol";
import { BlobSink, FileSink, type Sink } from "./sink";
import type { StudyPlan, StudyProgress, StudyRow } from "./study-rows";
import { compileCore } from "./wasm";

const SNIFF_BYTES = 256 << 10;
const STEP_MILLISECONDS = 30;
const REPORT_MILLISECONDS = 80;
const SHOWN_RECORDS = 500;

const jobs = new Jobs();
const opening: Promise<Session> = compileCore().then((module) => {
  initSync({ module });
  return new Session();
});

async function read(job: number, file: Blob, asked: Dialect | null, onBytes: (b: Bytes) => void): Promise<Reading> {
  const session = await opening;
  const beginning = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  const sniffed = session.sniff(beginning, file.size <= SNIFF_BYTES);
  const dialect = asked ?? sniffed.dialect;
  session.profileBegin(dialect);
  await passOver(file, dialect.encoding, session, jobs, job, onBytes);
  return { sniffed, dialect, profile: session.profileEnd() };
}

async function search(job: number, recipe: string | null, onProgress: (p: Progress) => void): Promise<Progress> {
  const session = await opening;
  if (recipe === null) session.choose(null);
  let progress = recipe === null ? session.searchAdvance(0) : session.searchBegin(recipe);
  let reported = 0;
  let best = -1;
  while (progress.status === "running" && !jobs.isCancelled(job)) {
    progress = session.searchAdvance(STEP_MILLISECONDS);
    const now = performance.now();
    const loss = progress.best?.loss ?? -1;
    if (loss !== best || now - reported >= REPORT_MILLISECONDS) {
      best = loss;
      reported = now;
      onProgress(progress);
    }
    await jobs.yield();
  }
  return progress;
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

/** Runs one of the papers' studies. What it holds in memory is given back at its end. */
async function study(
  job: number,
  recipe: string,
  plan: StudyPlan,
  onProgress: (p: StudyProgress) => void,
): Promise<StudyProgress> {
  const session = await opening;
  const { name, numbers, limits, seconds } = plan;
  session.studyBegin(recipe, name, new Uint32Array(numbers), new Float64Array(limits), seconds);
  try {
    const rows: StudyRow[] = [];
    let step = session.studyAdvance(0);
    onProgress({ rows, left: step.left });
    while (!step.done && !jobs.isCancelled(job)) {
      step = session.studyAdvance(STEP_MILLISECONDS);
      if (step.row !== null) {
        rows.push(JSON.parse(step.row) as StudyRow);
        onProgress({ rows, left: step.left });
      }
      await jobs.yield();
    }
    return { rows, left: step.left };
  } finally {
    session.studyEnd();
  }
}

async function release(
  job: number,
  file: Blob,
  dialect: Dialect,
  place: FileSystemFileHandle | null,
  onBytes: (b: Bytes) => void,
): Promise<Written> {
  const session = await opening;
  const sink: Sink = place === null ? new BlobSink() : await FileSink.at(place);
  const releasing = {
    readRaw: (chunk: Uint8Array) => session.readRaw(chunk),
    read: (chunk: Uint8Array) => sink.write(new Uint8Array(session.releaseRead(chunk))),
  };
  try {
    session.releaseBegin();
    const total = file.size * 2;
    await passOver(file, dialect.encoding, releasing, jobs, job, (bytes) => onBytes({ done: bytes.done, total }));
    await sink.write(new Uint8Array(session.releaseEnd()));
    const written = await sink.close();
    session.verifyBegin();
    const verifying = { readRaw: () => undefined, read: (chunk: Uint8Array) => session.read(chunk) };
    await passOver(written, "utf-8", verifying, jobs, job, (bytes) =>
      onBytes({ done: file.size + (bytes.done / Math.max(1, bytes.total)) * file.size, total }),
    );
    const verification = session.verifyEnd();
    return { blob: place === null ? written : null, bytes: written.size, report: session.report(), verification };
  } catch (thrown) {
    await sink.abort().catch(() => undefined);
    throw thrown;
  }
}

/** Makes every failure a plain value of the contract, which survives the way to the page. */
function guarded<Arguments extends unknown[], Answer>(
  work: (...given: Arguments) => Answer | Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (thrown) {
      throw toKanonError(thrown);
    }
  };
}

const withSession = <Arguments extends unknown[], Answer>(
  work: (session: Session, ...given: Arguments) => Answer,
): ((...given: Arguments) => Promise<Answer>) => guarded(async (...given: Arguments) => work(await opening, ...given));

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
    return session.encodeEnd();
  }),
  search: guarded(search),
  found: withSession((session, progress: Progress) => ({
    progress,
    outcome: session.outcome(),
    neighbours: session.neighbours(),
    head: session.releasedHead(SHOWN_RECORDS),
  })),
  algorithms: withSession((session, recipe: string) => session.algorithms(recipe)),
  compare: guarded(compare),
  study: guarded(study),
  checked: withSession((session, most: number) => {
    const axes = session.axes();
    const { levels, loss, bound, suppressed, valid, checked } = session.trail(most);
    return { axes, levels, loss, bound, suppressed, valid, checked };
  }),
  evaluate: withSession((session, levels: Uint8Array) => session.evaluate(levels)),
  choose: withSession((session, levels: Uint8Array | null) => session.choose(levels)),
  frontier: guarded(
    async (
      job: number,
      recipe: string,
      population: Population | null,
      onBytes: (b: Bytes) => void,
      onProgress: (p: FrontierProgress) => void,
    ) => searchFrontier(await opening, jobs, job, recipe, population, onBytes, onProgress),
  ),
  frontierPolicy: withSession((session, risk: number) => session.frontierPolicy(risk)),
  frontierSafeHarbor: withSession((session) => session.frontierSafeHarbor()),
  frontierOutcome: withSession((session) => session.frontierOutcome()),
  safeHarborChecklist: withSession((session) => session.safeHarborChecklist()),
  release: guarded(release),
} satisfies { [Method in keyof WorkerFace]: (...given: Parameters<WorkerFace[Method]>) => unknown };

Comlink.expose(face);
