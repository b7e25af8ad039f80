import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The engine without a page, as one module that fetches nothing: for Node and for bundlers. */
export default defineConfig({
  assetsInclude: ["**/*.gz"],
  build: {
    outDir: fileURLToPath(new URL("../dist/npm", import.meta.url)),
    emptyOutDir: true,
    target: ["node20.19", "chrome125", "firefox128", "safari18"],
    modulePreload: { polyfill: false },
    lib: {
      entry: fileURLToPath(new URL("../www/headless/engine.ts", import.meta.url)),
      formats: ["es"],
      fileName: () => "engine.mjs",
    },
    rolldownOptions: { output: { minify: true } },
  },
});
