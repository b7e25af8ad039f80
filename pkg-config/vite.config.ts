import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { oneFile, withoutPreload } from "./one-file.ts";
import { packagesOfThisFolder } from "./packages.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  base: "./",
  assetsInclude: ["**/*.gz"],
  plugins: [packagesOfThisFolder(), withoutPreload(), oneFile()],
  // What the page takes from itself is asked for by name.
  experimental: {
    renderBuiltUrl: (name, { hostType }) =>
      hostType === "js" ? { runtime: JSON.stringify(name) } : { relative: true },
  },
  worker: { format: "iife", plugins: () => [packagesOfThisFolder()] },
  server: { fs: { allow: [here, fileURLToPath(new URL("../www", import.meta.url))] } },
  build: {
    outDir: fileURLToPath(new URL("../dist", import.meta.url)),
    emptyOutDir: true,
    target: ["chrome125", "firefox128", "safari18"],
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: true,
  },
});
