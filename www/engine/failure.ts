import type { KanonError } from "./wire/protocol";

/** Codes of failures that do not come from the core. */
export const CANCELLED = "cancelled";
const ENGINE_STOPPED = "engine-stopped";
export const OUT_OF_MEMORY = "out-of-memory";
const NOT_ARRIVED = "engine-not-arrived";

const NOWHERE: KanonError["place"] = { file: null, row: null, column: null, value: null };

/** Whether the worker is lost, so that the failure says nothing about the request itself. */
export function isLost(error: { readonly code: string }): boolean {
  return error.code === ENGINE_STOPPED || error.code === OUT_OF_MEMORY;
}

/** An error of the page itself, in the form of the core's errors. */
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

/** The engine cannot run at all: a second attempt would end in the same way. */
export function refused(cause: string): KanonError {
  return kanonError(
    "engine-refused",
    `The browser does not let the engine run: ${cause}.`,
    "The policy of a page that holds Kanon must allow it: script-src 'wasm-unsafe-eval' and worker-src blob:. Nothing was read.",
  );
}

/** A call that needs a part of the engine that is still loading. */
export function notArrived(): KanonError {
  return kanonError(NOT_ARRIVED, "A part of the engine has not arrived yet.", "It is asked again when it has.");
}

/** Whether an error says so. The request is repeated with a worker that has all parts. */
export function isNotArrived(error: { readonly code: string }): boolean {
  return error.code === NOT_ARRIVED;
}

export function cancelled(): KanonError {
  return kanonError(CANCELLED, "Cancelled.", "Nothing was changed.");
}

/** The result of work, or that it was cancelled first. */
export function untilAborted<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const takenBack = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(cancelled());
    signal.addEventListener("abort", () => reject(cancelled()), { once: true });
  });
  return Promise.race([work, takenBack]);
}

/** Any thrown value as an error that says what to do. */
export function toKanonError(thrown: unknown): KanonError {
  if (isKanonError(thrown)) return thrown;
  if (thrown instanceof DOMException) {
    return kanonError(
      "file-unreadable",
      `The browser could not read or write the file: ${thrown.message}`,
      "Check that the file still exists and was not changed, then open it again.",
    );
  }
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return kanonError(
    ENGINE_STOPPED,
    `The engine stopped unexpectedly (${cause}).`,
    "It was started again with your file and settings; nothing is lost. Try once more, or change a setting first.",
  );
}
