/** Makes the workers, each of which says what it asks the network for, and when it has ended. */

import { ALIVE } from "./alive";
import type { Given, GivenRest } from "./given";
import type { Kind, Supply } from "./supply";
import { isSighting, type Sighting } from "./watch";

/** Is told what a worker sees of itself. */
export type Hear = (sighting: Sighting) => void;

/** What it takes to make workers. */
export interface Hiring {
  readonly supply: Supply;
  readonly hear: Hear;
}

/** A worker, and when it has all parts of its module. */
export interface Hired {
  readonly worker: Worker;
  readonly whole: Promise<void>;
}

/**
 * Makes a worker. `onEnd` is called when it has ended, by itself or by the browser and without a word: then its lock
 * comes free. Where there are no locks, as in a sandboxed frame, nobody is told.
 */
export async function hire({ supply, hear }: Hiring, role: string, onEnd: () => void): Promise<Hired> {
  const name = `${role} ${Math.random()}`;
  const kind = await supply.engine();
  const worker = made(kind, name, hear);
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === ALIVE) navigator.locks.request(name, onEnd).catch(() => undefined);
  });
  const whole = kind.rest().then((rest) => worker.postMessage({ rest } satisfies GivenRest));
  whole.catch(() => undefined);
  return { worker, whole };
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
