/** Makes the workers, each of which says what it asks the network for. */

import { isSighting, type Sighting } from "./watch";
import EngineWorker from "./worker?worker&inline";

const listeners = new Set<(sighting: Sighting) => void>();

/** Calls back with what any worker sees of itself. */
export function onSighting(listener: (sighting: Sighting) => void): void {
  listeners.add(listener);
}

export function hire(name: string): Worker {
  const worker = new EngineWorker({ name });
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isSighting(data)) for (const listener of listeners) listener(data);
  });
  return worker;
}
