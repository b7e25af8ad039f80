/**
 * The parts of workers, as data blocks in the page after its own script. Browsers do not run them, so the page appears
 * while they still load.
 */

import { kanonError } from "./failure";
import core from "./pkg/kanon_bg.wasm.gz?url";
import restOfCore from "./pkg/kanon_rest.wasm.gz?url";
import reader from "./pkg/sheet/kanon_sheet_bg.wasm.gz?url";
import sheetScript from "./sheet-worker?worker&url";
import { type Kind, once, type SplitKind, type Supply } from "./supply";
import { compiled } from "./unpacked";
import engineScript from "./worker?worker&url";

/** The attribute that names a block. */
const NAME = "data-part";
/** The attribute with its number of characters. */
const LENGTH = "data-length";

const blockOf = (name: string): Element | null => document.querySelector(`script[${NAME}="${CSS.escape(name)}"]`);

/** How many of its characters have arrived, out of how many. */
function extent(name: string): { here: number; all: number } {
  const block = blockOf(name);
  return { here: block?.textContent.length ?? 0, all: Number(block?.getAttribute(LENGTH) ?? Number.POSITIVE_INFINITY) };
}

/** The text of a block, once it has arrived completely. */
function whole(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const arriving = new MutationObserver(look);
    function look(): void {
      const { here, all } = extent(name);
      if (here === all) {
        resolve(blockOf(name)?.textContent ?? "");
      } else if (document.readyState === "loading") {
        return;
      } else {
        reject(
          kanonError(
            "page-incomplete",
            "A part of this page did not arrive: the connection ended before its end.",
            "Load the page again. Nothing was changed.",
          ),
        );
      }
      arriving.disconnect();
      document.removeEventListener("readystatechange", look);
    }
    arriving.observe(document, { childList: true, subtree: true, characterData: true });
    document.addEventListener("readystatechange", look);
    look();
  });
}

function kind(script: string, module: string): () => Promise<Kind> {
  return once(async () => {
    const [code, packed] = await Promise.all([whole(script), whole(module)]);
    // Kept as long as the page: a worker may have to be created again.
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    return { make: (name) => new Worker(address, { name }), module: await compiled(packed) };
  });
}

/** A kind of worker whose module comes in two parts. */
function splitKind(script: string, module: string, rest: string): () => Promise<SplitKind> {
  const first = kind(script, module);
  const second = once(async () => compiled(await whole(rest)));
  return async () => ({ ...(await first()), rest: second });
}

/** The supply of parts in the page. */
export function blocks(): Supply {
  return {
    engine: splitKind(engineScript, core, restOfCore),
    sheets: kind(sheetScript, reader),
    arrived: () => {
      const parts = [engineScript, core].map(extent);
      return parts.reduce((sum, { here }) => sum + here, 0) / parts.reduce((sum, { all }) => sum + all, 0);
    },
  };
}
