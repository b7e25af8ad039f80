/** The worker's part in a release. */

import { type Jobs, passOver } from "./passes";
import type { Session } from "./pkg/kanon.js";
import type { Bytes, Dialect, Written } from "./protocol";
import { BlobSink, FileSink, type Sink } from "./sink";

/** Writes the release while the file is read again, and verifies it from its own bytes. */
export const releaseOf =
  (opening: Promise<Session>, jobs: Jobs) =>
  async (
    job: number,
    file: Blob,
    dialect: Dialect,
    place: FileSystemFileHandle | null,
    onBytes: (b: Bytes) => void,
  ): Promise<Written> => {
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
  };
