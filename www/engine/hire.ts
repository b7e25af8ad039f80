/** Creates the workers. Each one reports its network requests, and its end is noticed. */

import { ALIVE } from "./alive";
import type { Given, GivenRest } from "./given";
import type { Kind, Supply } from "./supply";
import { isSighting, type Sighting } from "./watch";

/** Receives what a worker observes of itself. */
export type Hear = (sighting: Sighting) => void;

/** The means to create workers. */
export interface Hiring {
  readonly supply: Supply;
  readonly hear: Hear;
}

/** A worker, and a promise for its complete module. */
export interface Hired {
  readonly worker: Worker;
  readonly whole: Promise<void>;
}

/**
 * Creates a worker. `onEnd` is called when it has ended, by itself or silently by the browser: its lock then becomes
 * free. Without locks, as in a sandboxed frame, it is never called.
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

/** Creates the worker that reads a workbook. It holds no lock; the caller ends it. */
export async function hireReader({ supply, hear }: Hiring): Promise<Worker> {
  return made(await supply.sheets(), "kanon-sheets", hear);
}

/** Creates a worker, gives it its module, and passes on what it observes of itself. */
function made({ make, module }: Kind, name: string, hear: Hear): Worker {
  const worker = make(name);
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isSighting(data)) hear(data);
  });
  worker.postMessage({ module } satisfies Given);
  return worker;
}
