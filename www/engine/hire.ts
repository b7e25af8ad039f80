/** Makes the workers, each of which says what it asks the network for, and when it has ended. */

import { ALIVE } from "./alive";
import type { Given } from "./given";
import type { Kind, Supply } from "./supply";
import { isSighting, type Sighting } from "./watch";

/** Is told what a worker sees of itself. */
export type Hear = (sighting: Sighting) => void;

/** What it takes to make workers. */
export interface Hiring {
  readonly supply: Supply;
  readonly hear: Hear;
}

/**
 * Makes a worker. `onEnd` is called when it has ended, by itself or by the browser and without a word: then its lock
 * comes free. Where there are no locks, as in a sandboxed frame, nobody is told.
 */
export async function hire({ supply, hear }: Hiring, role: string, onEnd: () => void): Promise<Worker> {
  const name = `${role} ${Math.random()}`;
  const worker = made(await supply.engine(), name, hear);
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === ALIVE) navigator.locks.request(name, onEnd).catch(() => undefined);
  });
  return worker;
}

/** Makes the worker that reads a workbook. It holds no lock: who asked ends it. */
export async function hireReader({ supply, hear }: Hiring): Promise<Worker> {
  return made(await supply.sheets(), "kanon-sheets", hear);
}

/** Makes a worker, gives it its module, and tells what it says that it sees of itself. */
function made({ make, module }: Kind, name: string, hear: Hear): Worker {
  const worker = make(name);
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isSighting(data)) hear(data);
  });
  worker.postMessage({ module } satisfies Given);
  return worker;
}
