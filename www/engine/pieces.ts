/** The bytes of files, unzipped if they are zipped. */

import { kanonError } from "./failure";
import type { KanonError } from "./wire/protocol";

/** Bytes of a file's content, and how many of the file's own bytes were read until then. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly read: number;
}

const GZIP_SIGNATURE = [0x1f, 0x8b] as const;

/** A browser stops reading a file that has changed since it was opened. */
export function changed(file: Blob): KanonError {
  return kanonError(
    "data-changed",
    `${nameOf(file)} has changed since it was opened, or was moved or deleted; nothing was written from it.`,
    "Open it again as it is now: your settings are offered for it.",
  );
}

function damaged(file: Blob): KanonError {
  return kanonError(
    "data-gzip",
    `${nameOf(file)} is zipped by gzip, and cannot be unzipped: it is damaged, cut off, or made of several parts.`,
    "Unzip it by itself, and open what is in it.",
  );
}

function nameOf(file: Blob): string {
  return file instanceof File ? file.name : "The file";
}

/** WebKit does not let a worker of a page opened from disk read any file or blob, not even its own. */
function unreadable(): KanonError {
  return kanonError(
    "data-unreadable-here",
    "This browser lets a page that was opened from a disk read no file in its workers.",
    "Open Kanon in Firefox or in a browser of the Chromium family, or put it on any web server, also on your own machine.",
  );
}

/** Whether bytes begin with these. */
export function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, place) => bytes[place] === byte);
}

async function isZipped(file: Blob): Promise<boolean> {
  const start = new Uint8Array(
    await file
      .slice(0, GZIP_SIGNATURE.length)
      .arrayBuffer()
      .catch(async () => {
        const readsAny = await new Blob(["?"]).arrayBuffer().then(
          () => true,
          () => false,
        );
        throw readsAny ? changed(file) : unreadable();
      }),
  );
  return beginsWith(start, GZIP_SIGNATURE);
}

/** The place of the flags in the header of a gzip file, which say what else is in it (RFC 1952). */
const GZIP_FLAGS = 3;

/**
 * Refuses a release that is zipped with a name, a comment or other fields in its header: they would be shared with the
 * text, and nothing checks them. A further part is no text of a browser.
 */
export async function expectPlain(file: Blob): Promise<void> {
  if (!(await isZipped(file))) return;
  const flags = new Uint8Array(await file.slice(GZIP_FLAGS, GZIP_FLAGS + 1).arrayBuffer());
  if (flags[0] !== 0)
    throw kanonError(
      "data-gzip-fields",
      `${nameOf(file)} is zipped with a name, a comment or other fields in its header, which go to the recipients unchecked.`,
      "Zip the release without them (gzip -n), or give it unzipped.",
    );
}

/** The content of a file in pieces, up to the size that it had when it was opened; unzipped if it is zipped. */
export async function* piecesOf(file: Blob): AsyncGenerator<Piece> {
  const zipped = await isZipped(file);
  const own = file.stream().getReader();
  let read = 0;
  let lost = false;
  const counted = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const piece = await own.read().catch(() => {
        lost = true;
        throw changed(file);
      });
      if (piece.done) {
        controller.close();
        return;
      }
      read += piece.value.byteLength;
      controller.enqueue(piece.value);
    },
    cancel: (reason) => own.cancel(reason),
  });
  const reader = (zipped ? counted.pipeThrough(new DecompressionStream("gzip")) : counted).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw lost || !zipped ? changed(file) : damaged(file);
      });
      if (done) break;
      yield { bytes: value, read };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (read !== file.size) throw changed(file);
}

/** The first bytes of a file's content, and whether there are no more. */
export async function beginningOf(file: Blob, bytes: number): Promise<{ head: Uint8Array; whole: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(file)) {
    pieces.push(piece.bytes);
    length += piece.bytes.byteLength;
    if (length > bytes) break;
  }
  const all = new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return { head: all.subarray(0, bytes), whole: length <= bytes };
}
