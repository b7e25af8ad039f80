/** How failures leave a worker. What is held here belongs to the one worker that it runs in. */

import { kanonError, OUT_OF_MEMORY, toKanonError } from "./failure";
import type { KanonError } from "./wire/protocol";

/** A trap with less memory than this is no matter of memory; the engine can have four times as much at the most. */
const MUCH_MEMORY_BYTES = 2 ** 30;
const GIBIBYTE = 2 ** 30;

let memoryBytes = (): number => 0;

/** Lets traps be told from the end of memory, by how much the core holds. */
export function watchMemory(bytes: () => number): void {
  memoryBytes = bytes;
}

/** Out of the memory that the worker was given, as far as a trap tells. */
function outOfMemory(bytes: number): KanonError {
  return kanonError(
    OUT_OF_MEMORY,
    `The engine stopped while it held ${(bytes / GIBIBYTE).toFixed(1)} GiB of memory: most likely it was given no more. A page may have 4 GiB.`,
    "It was started again with your file and settings; nothing is lost. Leave out quasi-identifiers, above all those with many different values, give hierarchies fewer levels, or use the command line, which takes all memory that there is.",
  );
}

/** Makes every failure a plain value of the contract, which survives the way to the page. */
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
