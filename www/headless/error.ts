import { isLost, kanonError, toKanonError } from "../engine/failure";
import type { KanonError } from "../engine/wire/protocol";

/** What went wrong, where, and what to do: an error of the core's contract as a JavaScript error. */
export class EngineError extends Error implements KanonError {
  /** A stable name for what went wrong. */
  readonly code: string;
  /** The file, row, column or value with the error, as far as it is known. */
  readonly place: KanonError["place"];
  /** What to do. */
  readonly advice: string;

  constructor({ code, message, place, advice }: KanonError) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.place = place;
    this.advice = advice;
  }
}

/** An error of this module itself. */
export function engineError(code: string, message: string, advice: string): EngineError {
  return new EngineError(kanonError(code, message, advice));
}

/** Any thrown value as an error of the contract. */
export function toEngineError(thrown: unknown): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const error = toKanonError(thrown);
  if (!isLost(error)) return new EngineError(error);
  const advice = "What it held is lost, and it cannot be opened again here: begin with a new process, worker or page.";
  return new EngineError({ ...error, advice });
}
