/** The worker's part in a release. */

import { completed } from "./driver";
import { type Handle, holding } from "./holding";
import { type Jobs, passOver } from "./passes";
import type { CellsVerifyPass, ComparePass, Released, VerifyPass } from "./pkg/kanon.js";
import { among } from "./population";
import type { Shelf } from "./shelf";
import { BlobSink, FileSink, type Sink } from "./sink";
import type { Beside, Bytes, Dialect, Verification, Written } from "./wire/protocol";
import type { SettledClaims } from "./wire/uniques-rows";

/** A pass over a file that returns a transformed version of it. */
interface WritingPass<Result> extends Handle {
  push(raw: Uint8Array, text: Uint8Array): Uint8Array;
  rest(): Uint8Array;
  finish(): Result;
}

/**
 * Reads a file through a pass and writes the transformed version. On failure, including a failed check, nothing of it
 * is left.
 */
export function rewritten<Result extends Handle & { last(): Uint8Array }, Answer>(
  pass: WritingPass<Result>,
  jobs: Jobs,
  job: number,
  { file, encoding, place }: { file: Blob; encoding: string; place: FileSystemFileHandle | null },
  onBytes: (bytes: Bytes) => void,
  answer: (result: Result, written: Blob) => Answer | Promise<Answer>,
): Promise<Answer & { blob: Blob | null; bytes: number }> {
  return holding(pass, async () => {
    const sink: Sink = place === null ? new BlobSink() : await FileSink.at(place);
    const write = (bytes: Uint8Array) => sink.write(new Uint8Array(bytes));
    try {
      await passOver(file, encoding, (raw, text) => write(pass.push(raw, text)), jobs, job, onBytes);
      // A shuffled release is large, and comes in pieces.
      for (let rest = pass.rest(); rest.byteLength > 0; rest = pass.rest()) await write(rest);
      return await holding(pass.finish(), async (result) => {
        await write(result.last());
        const written = await sink.close();
        return { ...(await answer(result, written)), blob: place === null ? written : null, bytes: written.size };
      });
    } catch (thrown) {
      await sink.abort().catch(() => undefined);
      throw thrown;
    }
  });
}

/** Writes the release of a recipe while the file is read again, and verifies it from its own bytes. */
export const releaseOf =
  (opening: Promise<Shelf>, jobs: Jobs) =>
  async (
    job: number,
    file: Blob,
    dialect: Dialect,
    place: FileSystemFileHandle | null,
    recipe: string,
    { key, population }: Beside,
    onBytes: (b: Bytes) => void,
  ): Promise<Written> => {
    const shelf = await opening;
    // The original is read twice, with the release in between.
    const total = file.size * 3;
    const settled = async (released: Released, written: Blob) => {
      const files = { file, encoding: dialect.encoding, written };
      const verification = await verified(released.verify(), files, jobs, job, (share) =>
        onBytes({ done: file.size * (1 + 2 * share), total }),
      );
      return {
        report: released.report(false),
        recipientReport: released.report(true),
        verification,
        disclosure: released.disclosed(),
      };
    };
    const source = { file, encoding: dialect.encoding, place };
    await among(shelf, jobs, recipe, population, job);
    const pass = shelf.search.it.release(shelf.recipe(recipe), key);
    return rewritten(pass, jobs, job, source, ({ done }) => onBytes({ done, total }), settled);
  };

/** An original, how it is written, and its release. */
interface Pair {
  readonly file: Blob;
  readonly encoding: string;
  readonly written: Blob;
}

/** Reads a release, then compares it with its original. */
export async function verified(
  verifying: VerifyPass,
  pair: Pair,
  jobs: Jobs,
  job: number,
  onShare: (share: number) => void,
): Promise<Verification> {
  const half = ({ done, total }: Bytes) => done / Math.max(1, total) / 2;
  const comparing = await holding(verifying, async (pass) => {
    await passOver(
      pair.written,
      "utf-8",
      (chunk) => pass.push(chunk),
      jobs,
      job,
      (bytes) => onShare(half(bytes)),
    );
    return pass.finish();
  });
  return holding(comparing, async (pass) => {
    await compared(pass, pair, jobs, job, (bytes) => onShare(0.5 + half(bytes)));
    return pass.finish();
  });
}

/**
 * The shares of a check of suppressed cells that are done when the release is read, and when its cells are found again.
 */
const READ = 0.1;
const FOUND = 0.7;

/** Reads a release with suppressed cells, finds the cells again, then compares it with its original. */
export async function verifiedCells(
  verifying: CellsVerifyPass,
  pair: Pair,
  jobs: Jobs,
  job: number,
  onShare: (share: number) => void,
): Promise<SettledClaims> {
  const part = ({ done, total }: Bytes, from: number, to: number) =>
    onShare(from + ((to - from) * done) / Math.max(1, total));
  const checking = await holding(verifying, async (pass) => {
    const push = (chunk: Uint8Array) => pass.push(chunk);
    await passOver(pair.written, "utf-8", push, jobs, job, (bytes) => part(bytes, 0, READ));
    return pass.finish();
  });
  const comparing = await holding(checking, async (check) => {
    await completed(jobs, job, check, (share) => onShare(READ + (FOUND - READ) * share));
    return check.compare();
  });
  return holding(comparing, async (pass) => {
    await compared(pass, pair, jobs, job, (bytes) => part(bytes, FOUND, 1));
    return pass.finish();
  });
}

/** Streams the original and the release side by side through their comparison. */
async function compared(
  pass: Pick<ComparePass, "push" | "pushRelease" | "originalEnded">,
  { file, encoding, written }: Pair,
  jobs: Jobs,
  job: number,
  onBytes: (bytes: Bytes) => void,
): Promise<void> {
  const release = written.stream().getReader();
  const give = async (wanted: number) => {
    for (let left = wanted; left > 0; ) {
      const { value, done } = await release.read();
      if (done) return;
      left = pass.pushRelease(value);
    }
  };
  try {
    await passOver(file, encoding, (raw, text) => give(pass.push(raw, text)), jobs, job, onBytes);
    pass.originalEnded();
    for (;;) {
      const { value, done } = await release.read();
      if (done) return;
      pass.pushRelease(value);
    }
  } finally {
    await release.cancel();
  }
}
