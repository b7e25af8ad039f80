import { type Decoder, decoderFor } from "./decoders";
import { cancelled, kanonError } from "./failure";
import { piecesOf } from "./pieces";
import type { Preparation } from "./pkg/kanon.js";
import type { Bytes, KanonError } from "./wire/protocol";

/** Takes a chunk of a file: `raw` as on disk (unzipped if it is zipped), `text` as UTF-8. */
export type Receive = (raw: Uint8Array, text: Uint8Array) => void | Promise<void>;

const PAUSE_MILLISECONDS = 50;

/** The number of a job that cannot be cancelled. */
export const NO_JOB = 0;

/** Cancelled, ended and paused jobs, and the turns of the event loop in which a cancel arrives. */
export class Jobs {
  private readonly stopped = new Set<number>();
  private readonly ended = new Set<number>();
  private readonly held = new Set<number>();
  private readonly turn = new MessageChannel();
  private readonly waiting: (() => void)[] = [];

  cancel(job: number): void {
    this.stopped.add(job);
  }

  /** Ends a job with its best result so far. */
  end(job: number): void {
    this.ended.add(job);
  }

  isEnded(job: number): boolean {
    return this.ended.has(job);
  }

  pause(job: number, paused: boolean): void {
    if (paused) this.held.add(job);
    else this.held.delete(job);
  }

  /** Waits until the job may continue, or is cancelled. */
  async whilePaused(job: number): Promise<void> {
    while (this.held.has(job) && !this.stopped.has(job)) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }

  isCancelled(job: number): boolean {
    return this.stopped.has(job);
  }

  /**
   * Lets pending messages be handled. It uses a message instead of a timer: nested timers wait 4 ms each. The listener
   * is only attached meanwhile: in Node, a port with a listener keeps the process alive.
   */
  yield(): Promise<void> {
    const { port1, port2 } = this.turn;
    return new Promise((resolve) => {
      // Two jobs may wait at once; each message lets one continue.
      this.waiting.push(resolve);
      port1.onmessage = () => {
        this.waiting.shift()?.();
        if (this.waiting.length === 0) port1.onmessage = null;
      };
      port2.postMessage(null);
    });
  }
}

function malformed(encoding: string, where: string): KanonError {
  return kanonError(
    "data-encoding",
    `${where} is not valid ${encoding.toLowerCase()}.`,
    "Choose the encoding that the file was saved in, for example windows-1252.",
  );
}

/** The chunks of a file as UTF-8, whatever its encoding. A chunk may end within a character. */
export class ToUtf8 {
  private readonly decoder: Decoder | null;
  private readonly encoder = new TextEncoder();

  constructor(private readonly encoding: string) {
    this.decoder = encoding.toLowerCase() === "utf-8" ? null : decoderFor(encoding);
  }

  chunk(bytes: Uint8Array): Uint8Array {
    return this.decoder === null ? bytes : this.decoded(this.decoder, bytes);
  }

  end(): Uint8Array {
    return this.decoder === null ? new Uint8Array() : this.decoded(this.decoder, null);
  }

  private decoded(decoder: Decoder, bytes: Uint8Array | null): Uint8Array {
    let text: string;
    try {
      text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw malformed(this.encoding, "What is in the file");
    }
    return this.encoder.encode(text);
  }
}

/**
 * The position after the first malformed bytes, as the command line counts it. The file is known to be well formed up
 * to `sound`.
 */
async function firstMalformed(file: Blob, encoding: string, sound: number): Promise<number> {
  const decoder = decoderFor(encoding);
  let position = 0;
  let unit = [0, 0];
  for await (const { bytes: chunk } of piecesOf(file)) {
    const known = Math.max(0, Math.min(chunk.byteLength, sound - position));
    decoder.decode(chunk.subarray(0, known), { stream: true });
    position += known;
    for (const byte of chunk.subarray(known)) {
      position += 1;
      unit = [unit[1] ?? 0, byte];
      try {
        decoder.decode(Uint8Array.of(byte), { stream: true });
      } catch {
        return isHalfPair(encoding, unit) ? position - 2 : position;
      }
    }
  }
  return position;
}

/** Whether the first half of a surrogate pair was only found unpaired by the unit after it. */
function isHalfPair(encoding: string, unit: readonly number[]): boolean {
  const utf16 = /^utf-16(le|be)$/i.exec(encoding);
  if (utf16 === null) return false;
  const high = (utf16[1]?.toLowerCase() === "le" ? unit[1] : unit[0]) ?? 0;
  return high < 0xdc || high > 0xdf;
}

const REPORT_EVERY_BYTES = 1 << 20;

/**
 * Streams a file once.
 *
 * Throws a `cancelled` error if the job was cancelled; the receiver is then left in the middle of the pass.
 */
export async function passOver(
  file: Blob,
  encoding: string,
  receive: Receive,
  jobs: Jobs,
  job: number,
  onBytes: (bytes: Bytes) => void,
): Promise<void> {
  const toUtf8 = new ToUtf8(encoding);
  const decoded = async (decode: () => Uint8Array) => {
    try {
      return decode();
    } catch {
      throw malformed(encoding, `Byte ${await firstMalformed(file, encoding, done)} of the file`);
    }
  };
  let done = 0;
  let reported = 0;
  for await (const { bytes: chunk, read } of piecesOf(file)) {
    if (jobs.isCancelled(job)) throw cancelled();
    await receive(chunk, await decoded(() => toUtf8.chunk(chunk)));
    done += chunk.byteLength;
    if (done - reported >= REPORT_EVERY_BYTES) {
      reported = done;
      onBytes({ done: read, total: file.size });
      await jobs.yield();
    }
  }
  const rest = await decoded(() => toUtf8.end());
  if (rest.byteLength > 0) await receive(new Uint8Array(), rest);
  onBytes({ done: file.size, total: file.size });
}

/** Builds the hierarchies after the pass that read their values, column by column. */
export async function prepare(
  preparation: Preparation,
  jobs: Jobs,
  job: number,
  total: number,
  onBytes: (bytes: Bytes) => void,
): Promise<void> {
  for (let prepared = 0; ; prepared = preparation.step()) {
    onBytes({ done: total, total, prepared });
    await jobs.yield();
    if (jobs.isCancelled(job)) throw cancelled();
    if (prepared >= 1) return;
  }
}
