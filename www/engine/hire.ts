/** Makes the workers, each of which says what it asks the network for, and when it has ended. */

import { ALIVE } from "./alive";
import SheetWorker from "./sheet-worker?worker&inline";
import { isSighting, type Sighting } from "./watch";
import EngineWorker from "./worker?worker&inline";

/** Is told what a worker sees of itself. */
export type Hear = (sighting: Sighting) => void;

/**
 * Makes a worker. `onEnd` is called when it has ended, by itself or by the browser and without a word: then its lock
 * comes free. Where there are no locks, as in a sandboxed frame, nobody is told.
 */
export function hire(role: string, onEnd: () => void, hear: Hear): Worker {
  const name = `${role} ${Math.random()}`;
  const worker = new EngineWorker({ name });
  hearOf(worker, hear);
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === ALIVE) navigator.locks.request(name, onEnd).catch(() => undefined);
  });
  return worker;
}

/** Makes the worker that reads a workbook. It holds no lock: who asked ends it. */
export function hireReader(hear: Hear): Worker {
  const worker = new SheetWorker({ name: "kanon-sheets" });
  hearOf(worker, hear);
  return worker;
}

/** Tells what a worker says that it sees of itself. */
function hearOf(worker: Worker, hear: Hear): void {
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isSighting(data)) hear(data);
  });
}
