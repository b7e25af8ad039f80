import type { KanonError } from "./protocol";

/** Codes of failures that do not come from the core. */
export const CANCELLED = "cancelled";
export const ENGINE_STOPPED = "engine-stopped";
export const FILE_UNREADABLE = "file-unreadable";

/** Whether a thrown value is an error of the contract. */
export function isKanonError(thrown: unknown): thrown is KanonError {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "advice" in thrown;
}

export function cancelled(): KanonError {
  return { code: CANCELLED, message: "Cancelled.", advice: "Nothing was changed.", place: {} };
}

/** Any thrown value as an error that says what to do. A trap of the wasm is told apart, because it ends the worker. */
export function toKanonError(thrown: unknown): KanonError {
  if (isKanonError(thrown)) return thrown;
  if (thrown instanceof DOMException) {
    return {
      code: FILE_UNREADABLE,
      message: `The browser could not read or write the file: ${thrown.message}`,
      advice: "Check that the file still exists and was not changed, then open it again.",
      place: {},
    };
  }
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: ENGINE_STOPPED,
    message: `The engine stopped unexpectedly (${cause}).`,
    advice:
      "It was started again with your file and settings; nothing is lost. Try once more, or change a setting first.",
    place: {},
  };
}
