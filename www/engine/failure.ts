import type { KanonError } from "./wire/protocol";

/** Codes of failures that do not come from the core. */
export const CANCELLED = "cancelled";
const ENGINE_STOPPED = "engine-stopped";
const OUT_OF_MEMORY = "out-of-memory";

const NOWHERE: KanonError["place"] = { file: null, row: null, column: null, value: null };

/** Whether the worker is lost: what was asked of it says nothing of what it was asked about. */
export function isLost(error: { readonly code: string }): boolean {
  return error.code === ENGINE_STOPPED || error.code === OUT_OF_MEMORY;
}

/** An error of the page's own, of the same form as those of the core. */
export function kanonError(
  code: string,
  message: string,
  advice: string,
  place: Partial<KanonError["place"]> = {},
): KanonError {
  return { code, message, advice, place: { ...NOWHERE, ...place } };
}

/** Whether a thrown value is an error of the contract. */
export function isKanonError(thrown: unknown): thrown is KanonError {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "advice" in thrown;
}

export function cancelled(): KanonError {
  return kanonError(CANCELLED, "Cancelled.", "Nothing was changed.");
}

/** A trap with less memory than this is no matter of memory; the engine can have four times as much at the most. */
const MUCH_MEMORY_BYTES = 2 ** 30;
const GIBIBYTE = 2 ** 30;

let memoryBytes = (): number => 0;

/** Lets traps be told from the end of memory, by how much the core holds. */
export function watchMemory(bytes: () => number): void {
  memoryBytes = bytes;
}

function outOfMemory(bytes: number): KanonError {
  return kanonError(
    OUT_OF_MEMORY,
    `The engine stopped while it held ${(bytes / GIBIBYTE).toFixed(1)} GiB of memory: most likely it was given no more. A page may have 4 GiB.`,
    "It was started again with your file and settings; nothing is lost. Leave out quasi-identifiers, above all those with many different values, give hierarchies fewer levels, or use the command line, which takes all memory that there is.",
  );
}

/** Any thrown value as an error that says what to do. A trap of the wasm is told apart, because it ends the worker. */
export function toKanonError(thrown: unknown): KanonError {
  if (isKanonError(thrown)) return thrown;
  if (thrown instanceof DOMException) {
    return kanonError(
      "file-unreadable",
      `The browser could not read or write the file: ${thrown.message}`,
      "Check that the file still exists and was not changed, then open it again.",
    );
  }
  if (thrown instanceof WebAssembly.RuntimeError && memoryBytes() >= MUCH_MEMORY_BYTES)
    return outOfMemory(memoryBytes());
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return kanonError(
    ENGINE_STOPPED,
    `The engine stopped unexpectedly (${cause}).`,
    "It was started again with your file and settings; nothing is lost. Try once more, or change a setting first.",
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
      throw toKanonError(thrown);
    }
  };
}
