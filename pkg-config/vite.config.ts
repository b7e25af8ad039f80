import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { oneFile } from "./one-file.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The page's sources stand beside this folder, so their packages are looked up from here. */
function packagesOfThisFolder(): Plugin {
  return {
    name: "kanon-packages",
    enforce: "pre",
    resolveId(source) {
      const bare = /^(lit|comlink|fflate)(\/|$)/.test(source);
      return bare ? this.resolve(source, `${here}package.json`, { skipSelf: true }) : null;
    },
  };
}

export default defineConfig({
  base: "./",
  assetsInclude: ["**/*.gz"],
  plugins: [packagesOfThisFolder(), oneFile()],
  worker: { format: "iife", plugins: () => [packagesOfThisFolder()] },
  server: { fs: { allow: [here, fileURLToPath(new URL("../www", import.meta.url))] } },
  build: {
    outDir: fileURLToPath(new URL("../dist", import.meta.url)),
    emptyOutDir: true,
    target: ["chrome125", "firefox128", "safari18"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
});
