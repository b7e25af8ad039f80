/** Workbooks: recognized by their first bytes, and read by a worker that serves one request. */

import { cancelled, kanonError } from "./failure";
import { type Hiring, hireReader } from "./hire";
import { beginsWith, changed } from "./pieces";
import { isSighting, type Sighting } from "./watch";
import type { SheetAnswer, SheetQuestion, SheetReply, SheetWanted } from "./wire/sheets";

/** The signatures of zip archives and of Office files before 2007, which the reader can name. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
];

/** Whether a file is for the reader of workbooks. An unreadable file is not; its reader says why. */
export function isWorkbook(file: Blob): Promise<boolean> {
  return beginsWithOne(file, SIGNATURES);
}

/** Whether a file is a zip archive. */
export function isArchive(file: Blob): Promise<boolean> {
  return beginsWithOne(file, SIGNATURES.slice(0, 1));
}

async function beginsWithOne(file: Blob, signatures: readonly (readonly number[])[]): Promise<boolean> {
  const start = await file
    .slice(0, 8)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const bytes = new Uint8Array(start);
  return signatures.some((signature) => beginsWith(bytes, signature));
}

/** Asks a new worker, which is ended when it has answered or when the request is cancelled. */
export async function askSheets(
  file: Blob,
  wanted: SheetWanted,
  hiring: Hiring,
  signal: AbortSignal,
): Promise<SheetAnswer> {
  const workbook = await file.arrayBuffer().catch(() => {
    throw changed(file);
  });
  const question: SheetQuestion = { workbook, ...wanted };
  const worker = await readerFor(hiring, signal);
  return new Promise<SheetAnswer>((resolve, reject) => {
    const lost = () =>
      reject(
        kanonError(
          "sheet-stopped",
          "The workbook could not be read: its reader ended without a word.",
          "Try once more, or save the sheet as CSV in the program that it comes from, and open that file.",
        ),
      );
    const end = () => worker.terminate();
    const takeBack = () => {
      end();
      reject(cancelled());
    };
    if (signal.aborted) takeBack();
    signal.addEventListener("abort", takeBack, { once: true });
    worker.addEventListener("error", () => {
      end();
      lost();
    });
    worker.addEventListener("message", ({ data }: MessageEvent<SheetReply | Sighting>) => {
      if (isSighting(data)) return;
      signal.removeEventListener("abort", takeBack);
      end();
      if ("answer" in data) resolve(data.answer);
      else reject(data.error);
    });
    worker.postMessage(question, [workbook]);
  });
}

/** A reader, unless the request is cancelled before there is one. */
async function readerFor(hiring: Hiring, signal: AbortSignal): Promise<Worker> {
  const takenBack = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(cancelled());
    signal.addEventListener("abort", () => reject(cancelled()), { once: true });
  });
  const reader = hireReader(hiring);
  try {
    return await Promise.race([reader, takenBack]);
  } catch (thrown) {
    reader.then((worker) => worker.terminate()).catch(() => undefined);
    throw thrown;
  }
}
