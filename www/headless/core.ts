/**
 * The core of this module. The generated glue has one instance for each copy of the script, so this state has one as
 * well: whether it is open, and whether it has stopped.
 */

import { isKanonError, isLost } from "../engine/failure";
import { watchMemory } from "../engine/guarded";
import { initParts } from "../engine/pkg/kanon.js";
import packed from "../engine/pkg/kanon_bg.wasm.gz?inline";
import packedRest from "../engine/pkg/kanon_rest.wasm.gz?inline";
import { base64Of, compiled } from "../engine/unpacked";
import { type EngineError, toEngineError } from "./error";

let opening: Promise<void> | null = null;
let lost: EngineError | null = null;

/** Unpacks and starts the core, unless that is done. */
export function openCore(): Promise<void> {
  opening ??= bothParts().then(([first, rest]) => {
    const { memory } = initParts(first, () => rest);
    watchMemory(() => memory.buffer.byteLength);
  });
  return opening;
}

function bothParts(): Promise<[WebAssembly.Module, WebAssembly.Module]> {
  return Promise.all([compiled(base64Of(packed)), compiled(base64Of(packedRest))]);
}

/** Works with the core. A failure is one of the contract; after a trap, every call fails with it. */
export async function withCore<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    if (lost !== null) throw lost;
    return await work();
  } catch (thrown) {
    throw failed(thrown);
  }
}

/** As `withCore`, for synchronous work. */
export function withCoreNow<Answer>(work: () => Answer): Answer {
  try {
    if (lost !== null) throw lost;
    return work();
  } catch (thrown) {
    throw failed(thrown);
  }
}

/** Anything that is not a failure of the contract, such as an argument of the wrong type, is rethrown as it is. */
function failed(thrown: unknown): unknown {
  const isTrap = thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError;
  if (thrown instanceof Error && !isTrap && !isKanonError(thrown) && !(thrown instanceof DOMException)) return thrown;
  const error = toEngineError(thrown);
  if (isLost(error)) lost = error;
  return error;
}
