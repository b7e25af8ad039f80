/** The worker's part in a release. */

import { type Jobs, passOver } from "./passes";
import type { Session } from "./pkg/kanon.js";
import { BlobSink, FileSink, type Sink } from "./sink";
import type { Bytes, Dialect, Writing, Written } from "./wire/protocol";

/** Reads a file through the release that the session has begun and writes what becomes of it; what was begun of a file is removed on failure. */
export async function rewritten<Answer>(
  session: Session,
  jobs: Jobs,
  job: number,
  { file, encoding, place }: { file: Blob; encoding: string; place: FileSystemFileHandle | null },
  release: { begin: () => void; rest?: () => Uint8Array; end: () => Uint8Array },
  onBytes: (bytes: Bytes) => void,
  answer: (written: Blob) => Answer | Promise<Answer>,
): Promise<Answer & { blob: Blob | null; bytes: number }> {
  const sink: Sink = place === null ? new BlobSink() : await FileSink.at(place);
  const releasing = {
    pushRaw: (chunk: Uint8Array) => session.pushRaw(chunk),
    push: (chunk: Uint8Array) => sink.write(new Uint8Array(session.releaseRead(chunk))),
  };
  try {
    release.begin();
    await passOver(file, encoding, releasing, jobs, job, onBytes);
    // A shuffled release is large, and comes in pieces.
    for (let rest = release.rest?.(); rest?.byteLength; rest = release.rest?.()) await sink.write(new Uint8Array(rest));
    await sink.write(new Uint8Array(release.end()));
    const written = await sink.close();
    return { ...(await answer(written)), blob: place === null ? written : null, bytes: written.size };
  } catch (thrown) {
    await sink.abort().catch(() => undefined);
    throw thrown;
  }
}

/** Writes the release while the file is read again, and verifies it from its own bytes. */
export const releaseOf =
  (opening: Promise<Session>, jobs: Jobs) =>
  async (
    job: number,
    file: Blob,
    dialect: Dialect,
    place: FileSystemFileHandle | null,
    { shuffle, removed }: Writing,
    onBytes: (b: Bytes) => void,
  ): Promise<Written> => {
    const session = await opening;
    // The original is read twice, and the release in between.
    const total = file.size * 3;
    const release = { begin: () => session.releaseBegin(shuffle, removed), end: () => session.releaseEnd() };
    const verified = async (written: Blob) => {
      session.verifyBegin();
      await passOver(written, "utf-8", session, jobs, job, (bytes) =>
        onBytes({ done: file.size * (1 + bytes.done / Math.max(1, bytes.total)), total }),
      );
      session.compareBegin();
      await compared(session, { file, encoding: dialect.encoding, written }, jobs, job, ({ done }) =>
        onBytes({ done: file.size * 2 + done, total }),
      );
      const verification = session.verifyEnd();
      return {
        report: session.report(false),
        recipientReport: session.report(true),
        verification,
        disclosure: session.disclosed(),
      };
    };
    const source = { file, encoding: dialect.encoding, place };
    return rewritten(session, jobs, job, source, release, ({ done }) => onBytes({ done, total }), verified);
  };

/** Streams the original and the release side by side through the comparison that the session has begun. */
async function compared(
  session: Session,
  { file, encoding, written }: { file: Blob; encoding: string; written: Blob },
  jobs: Jobs,
  job: number,
  onBytes: (bytes: Bytes) => void,
): Promise<void> {
  const release = written.stream().getReader();
  const give = async (wanted: number) => {
    for (let left = wanted; left > 0; ) {
      const { value, done } = await release.read();
      if (done) return;
      left = session.compareRelease(value);
    }
  };
  const comparing = {
    pushRaw: (chunk: Uint8Array) => session.pushRaw(chunk),
    push: (chunk: Uint8Array) => (chunk.byteLength === 0 ? undefined : give(session.compareOriginal(chunk))),
  };
  try {
    await passOver(file, encoding, comparing, jobs, job, onBytes);
    session.compareOriginal(new Uint8Array());
    for (;;) {
      const { value, done } = await release.read();
      if (done) return;
      session.compareRelease(value);
    }
  } finally {
    await release.cancel();
  }
}
