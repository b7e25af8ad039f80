/** The parts of workers inside the script itself, for uses where they cannot be in the page. */

import core from "./pkg/kanon_bg.wasm.gz?inline";
import restOfCore from "./pkg/kanon_rest.wasm.gz?inline";
import reader from "./pkg/sheet/kanon_sheet_bg.wasm.gz?inline";
import SheetWorker from "./sheet-worker?worker&inline";
import { once, type Supply } from "./supply";
import { base64Of, compiled } from "./unpacked";
import EngineWorker from "./worker?worker&inline";

/** Everything is available from the start. */
export function inlined(): Supply {
  const rest = once(() => compiled(base64Of(restOfCore)));
  return {
    engine: once(async () => ({
      make: (name) => new EngineWorker({ name }),
      module: await compiled(base64Of(core)),
      rest,
    })),
    sheets: once(async () => ({
      make: (name) => new SheetWorker({ name }),
      module: await compiled(base64Of(reader)),
    })),
    arrived: () => 1,
  };
}
