/** How failures leave a worker. The state here belongs to the worker that runs it. */

import { kanonError, OUT_OF_MEMORY, toKanonError } from "./failure";
import type { KanonError } from "./wire/protocol";

/** A trap with less memory than this has another cause; the engine can use at most four times as much. */
const MUCH_MEMORY_BYTES = 2 ** 30;
const GIBIBYTE = 2 ** 30;

let memoryBytes = (): number => 0;

/** Lets traps be distinguished from running out of memory, by the core's memory use. */
export function watchMemory(bytes: () => number): void {
  memoryBytes = bytes;
}

/** The worker ran out of memory, as far as a trap shows. */
function outOfMemory(bytes: number): KanonError {
  return kanonError(
    OUT_OF_MEMORY,
    `The engine stopped while it held ${(bytes / GIBIBYTE).toFixed(1)} GiB of memory: most likely it was given no more. A page may have 4 GiB.`,
    "It was started again with your file and settings; nothing is lost. Leave out quasi-identifiers, above all those with many different values, give hierarchies fewer levels, or use the command line, which takes all memory that there is.",
  );
}

/** Turns every failure into a plain value of the contract, which can be sent to the page. */
export function guarded<Arguments extends unknown[], Answer>(
  work: (...given: Arguments) => Answer | Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (thrown) {
      const isTrap = thrown instanceof WebAssembly.RuntimeError;
      throw isTrap && memoryBytes() >= MUCH_MEMORY_BYTES ? outOfMemory(memoryBytes()) : toKanonError(thrown);
    }
  };
}
