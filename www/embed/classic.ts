/** `<kanon-workbench>` as a classic script that registers itself. The heavy part is a file beside it. */

import { register } from "./define";
import { onceLoaded } from "./once";
import { trusted } from "./trusted";

/** Runs the script of the heavy part, if its bytes are those of the build. */
function run(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.integrity = WHOLE_INTEGRITY;
    script.crossOrigin = "anonymous";
    script.src = trusted(address);
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () =>
      reject(new Error("its script was not sent, or has other bytes than it should")),
    );
    document.head.append(script);
    script.remove();
  });
}

const own = globalThis.document?.currentScript;
const beside = own instanceof HTMLScriptElement ? own.src : "";
register(() => ({ load: onceLoaded(() => run(new URL("kanon-whole.js", beside).href)), bytes: WHOLE_BYTES }));
