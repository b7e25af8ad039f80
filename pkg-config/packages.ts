import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The page's sources and its tests stand beside this folder, so their packages are looked up from here. */
export function packagesOfThisFolder(): Plugin {
  return {
    name: "kanon-packages",
    enforce: "pre",
    resolveId(source) {
      const bare = /^(lit|comlink|fflate)(\/|$)/.test(source);
      return bare ? this.resolve(source, `${here}package.json`, { skipSelf: true }) : null;
    },
  };
}
