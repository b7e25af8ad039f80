/** The worker's part in unsafe combinations: steps with turns of the event loop in between, so that a cancel arrives. */

import { cancelled } from "./failure";
import { holding } from "./holding";
import { type Jobs, passOver } from "./passes";
import type { Session } from "./pkg/kanon.js";
import { rewritten } from "./release";
import type { Bytes } from "./wire/protocol";
import type {
  FindingsView,
  FullReview,
  RecordView,
  ReviewAsked,
  Reviewed,
  Share,
  SuppressedFound,
  UniquesFound,
  UniquesReport,
  WrittenCells,
} from "./wire/uniques-rows";

const STEP_MILLISECONDS = 40;
const REPORT_MILLISECONDS = 100;

/** Steps until the share is 1. */
async function stepped(
  jobs: Jobs,
  job: number,
  step: () => { share: number; cost: number },
  onShare: (share: Share) => void,
): Promise<void> {
  let reported = 0;
  for (;;) {
    const progress = step();
    if (progress.share >= 1) return;
    if (jobs.isCancelled(job)) throw cancelled();
    const now = performance.now();
    if (now - reported >= REPORT_MILLISECONDS) {
      reported = now;
      onShare(progress);
    }
    await jobs.yield();
  }
}

function found(session: Session): UniquesFound {
  const report = JSON.parse(session.uniquesReport()) as UniquesReport;
  return { report, view: JSON.parse(session.uniquesView()) as FindingsView };
}

/** The methods of the worker's face that have to do with unsafe combinations and finished files. */
export function uniquesFace(opening: Promise<Session>, jobs: Jobs) {
  const search = (session: Session, job: number, onShare: (share: Share) => void) =>
    stepped(jobs, job, () => ({ share: session.uniquesAdvance(STEP_MILLISECONDS), cost: 0 }), onShare);

  return {
    uniques: async (job: number, recipe: string, onShare: (share: Share) => void): Promise<UniquesFound> => {
      const session = await opening;
      session.uniquesBegin(recipe);
      await search(session, job, onShare);
      return found(session);
    },
    /** Distinct tuples, where ranges of them can be searched apart; else 0. */
    uniquesParts: async (recipe: string): Promise<number> => (await opening).uniquesBegin(recipe),
    uniquesPart: async (
      job: number,
      recipe: string,
      start: number,
      end: number,
      onShare: (share: Share) => void,
    ): Promise<BigUint64Array> => {
      const session = await opening;
      session.uniquesBegin(recipe);
      session.uniquesRange(start, end);
      await search(session, job, onShare);
      return session.uniquesPart();
    },
    uniquesTogether: async (recipe: string, parts: readonly BigUint64Array[]): Promise<UniquesFound> => {
      const session = await opening;
      session.uniquesBegin(recipe);
      for (const part of parts) session.uniquesAbsorb(part);
      return found(session);
    },
    uniquesRecord: async (row: number): Promise<RecordView> =>
      JSON.parse((await opening).uniquesRecord(row)) as RecordView,
    suppress: async (
      job: number,
      recipe: string,
      file: Blob,
      encoding: string,
      onShare: (share: Share) => void,
    ): Promise<SuppressedFound> => {
      const session = await opening;
      session.suppressBegin(recipe);
      const step = () => {
        const [share = 1, cost = 0] = session.suppressAdvance(STEP_MILLISECONDS);
        return { share, cost };
      };
      await stepped(jobs, job, step, onShare);
      if (session.impactBegin()) {
        const receiver = { pushRaw: () => undefined, push: (chunk: Uint8Array) => session.push(chunk) };
        await passOver(file, encoding, receiver, jobs, job, () => undefined);
        session.impactEnd();
      }
      return { report: JSON.parse(session.uniquesReport()) as UniquesReport };
    },
    writeSuppressed: async (
      job: number,
      recipe: string,
      file: Blob,
      encoding: string,
      place: FileSystemFileHandle | null,
      onBytes: (bytes: Bytes) => void,
    ): Promise<WrittenCells> => {
      const session = await opening;
      const release = { begin: () => session.suppressedBegin(recipe), end: () => session.suppressedEnd() };
      const report = () => ({ report: session.suppressedReport() });
      return rewritten(session, jobs, job, { file, encoding, place }, release, onBytes, report);
    },
    review: async (
      job: number,
      { recipe, k, blank, missing }: ReviewAsked,
      file: Blob,
      encoding: string,
      onShare: (share: Share) => void,
    ): Promise<FullReview> => {
      const session = await opening;
      const disclosed = await holding(session.reviewPass(recipe, k, blank, [...missing]), async (pass) => {
        await passOver(file, encoding, pass, jobs, job, () => undefined);
        return pass.finish();
      });
      return holding(session.review(k, blank, [...missing]), async (reviewing) => {
        const step = () => ({ share: reviewing.advance(STEP_MILLISECONDS), cost: 0 });
        await stepped(jobs, job, step, onShare);
        return { reviewed: JSON.parse(reviewing.finish()) as Reviewed, disclosed };
      });
    },
  };
}
