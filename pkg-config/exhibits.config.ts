import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { inAscii } from "./in-ascii.ts";

/**
 * The script of the exhibits, twice from one source: as a module, which registers nothing by itself, and as a classic
 * script, which does.
 */
export default defineConfig({
  plugins: [inAscii()],
  build: {
    outDir: fileURLToPath(new URL("../dist/exhibits", import.meta.url)),
    emptyOutDir: true,
    target: ["chrome125", "firefox128", "safari18"],
    lib: { entry: fileURLToPath(new URL("../www/exhibit/kanon.ts", import.meta.url)), name: "kanon" },
    rolldownOptions: {
      output: [
        { format: "es", entryFileNames: "kanon.mjs", minify: true },
        { format: "iife", name: "kanon", entryFileNames: "kanon.js", footer: "kanon.define();", minify: true },
      ],
    },
  },
});
