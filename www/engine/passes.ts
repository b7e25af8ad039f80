import { cancelled, kanonError } from "./failure";
import type { Bytes } from "./protocol";

/** Takes the bytes of one pass over a file: as they lie on disk, and the same as UTF-8. */
export interface Receiver {
  readRaw(chunk: Uint8Array): void;
  read(chunk: Uint8Array): void | Promise<void>;
}

const PAUSE_MILLISECONDS = 50;

/** Cancelled and paused jobs, and the turn of the event loop in which a cancel arrives. */
export class Jobs {
  private readonly stopped = new Set<number>();
  private readonly held = new Set<number>();
  private readonly turn = new MessageChannel();

  cancel(job: number): void {
    this.stopped.add(job);
  }

  pause(job: number, paused: boolean): void {
    if (paused) this.held.add(job);
    else this.held.delete(job);
  }

  /** Waits until the job may go on, or is cancelled. */
  async whilePaused(job: number): Promise<void> {
    while (this.held.has(job) && !this.stopped.has(job)) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }

  isCancelled(job: number): boolean {
    return this.stopped.has(job);
  }

  /** Lets waiting messages be handled. A message, not a timer: nested timers wait 4 ms each. */
  yield(): Promise<void> {
    return new Promise((resolve) => {
      this.turn.port1.onmessage = () => resolve();
      this.turn.port2.postMessage(null);
    });
  }
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw kanonError(
      "encoding-unknown",
      `The browser does not know the encoding ${encoding}.`,
      "Choose one of the encodings that the page offers, for example utf-8 or windows-1252.",
      { value: encoding },
    );
  }
}

/** The chunks of a file as UTF-8, whatever its encoding; a chunk may end within a character. */
export class ToUtf8 {
  private readonly decoder: TextDecoder | null;
  private readonly encoder = new TextEncoder();

  constructor(encoding: string) {
    this.decoder = encoding.toLowerCase() === "utf-8" ? null : decoderFor(encoding);
  }

  chunk(bytes: Uint8Array): Uint8Array {
    return this.decoder === null ? bytes : this.encoder.encode(this.decoder.decode(bytes, { stream: true }));
  }

  end(): Uint8Array {
    return this.decoder === null ? new Uint8Array() : this.encoder.encode(this.decoder.decode());
  }
}

const REPORT_EVERY_BYTES = 1 << 20;

/**
 * Streams a file once through a receiver.
 *
 * Throws a `cancelled` error when the job was cancelled; the receiver is then left in the middle of its pass.
 */
export async function passOver(
  file: Blob,
  encoding: string,
  receiver: Receiver,
  jobs: Jobs,
  job: number,
  onBytes: (bytes: Bytes) => void,
): Promise<void> {
  const toUtf8 = new ToUtf8(encoding);
  const reader = file.stream().getReader();
  let done = 0;
  let reported = 0;
  for (;;) {
    const { value, done: ended } = await reader.read();
    if (ended) break;
    if (jobs.isCancelled(job)) {
      await reader.cancel();
      throw cancelled();
    }
    receiver.readRaw(value);
    await receiver.read(toUtf8.chunk(value));
    done += value.byteLength;
    if (done - reported >= REPORT_EVERY_BYTES) {
      reported = done;
      onBytes({ done, total: file.size });
      await jobs.yield();
    }
  }
  const rest = toUtf8.end();
  if (rest.byteLength > 0) await receiver.read(rest);
  onBytes({ done, total: file.size });
}
