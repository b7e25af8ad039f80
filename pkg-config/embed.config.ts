import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { inAscii } from "./in-ascii.ts";
import { packagesOfThisFolder } from "./packages.ts";

const www = (path: string) => fileURLToPath(new URL(`../www/${path}`, import.meta.url));
const OUT = fileURLToPath(new URL("../dist/embed", import.meta.url));
const WHOLE = "kanon-whole.js";
/** What stands in the script where the text of the style sheets will. */
const STYLES = "KANON_STYLES";

/** Puts the style sheets of all that is in a script into it, as a text. */
function stylesInside(): Plugin {
  return {
    name: "kanon-styles-inside",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        let text = "";
        for (const [name, output] of Object.entries(bundle)) {
          if (output.type !== "asset") continue;
          if (!name.endsWith(".css")) throw new Error(`the heavy part is one script, and there is ${name}`);
          text += typeof output.source === "string" ? output.source : new TextDecoder().decode(output.source);
          delete bundle[name];
        }
        for (const output of Object.values(bundle)) {
          if (output.type !== "chunk") continue;
          if (text === "" || output.code.split(STYLES).length !== 2) throw new Error("the styles have no place");
          output.code = output.code.replace(new RegExp(`["'\`]${STYLES}["'\`]`), () => JSON.stringify(text));
        }
      },
    },
  };
}

/** Has the workers that stand in the script made under the policy of Trusted Types. */
function trustedWorkers(): Plugin {
  return {
    name: "kanon-trusted-workers",
    enforce: "post",
    transform(code, id) {
      if (!id.includes("?worker&inline")) return null;
      if (!code.includes("new Worker(")) throw new Error(`${id} makes its worker in a way of its own`);
      return {
        code: `import { TrustedWorker as Worker } from ${JSON.stringify(www("embed/worker.ts"))};\n${code}`,
        map: null,
      };
    },
  };
}

const common: UserConfig = {
  assetsInclude: ["**/*.gz"],
  plugins: [packagesOfThisFolder()],
  worker: { format: "iife", plugins: () => [packagesOfThisFolder()] },
};
/** Bytes to which a size is said: another zlib zips to some more or fewer. */
const NEARLY = 100_000;
const target = ["chrome125", "firefox128", "safari18"];

/** The script that holds the whole workbench and its engine, as `--mode whole` builds it. */
const whole = (): UserConfig => ({
  ...common,
  plugins: [packagesOfThisFolder(), trustedWorkers(), stylesInside(), inAscii()],
  define: { STYLES: JSON.stringify(STYLES) },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target,
    cssCodeSplit: false,
    lib: { entry: www("whole.ts"), name: "kanonWhole", formats: ["iife"], fileName: () => WHOLE, cssFileName: "kanon" },
  },
});

/** The loaders, as `--mode module` and `--mode classic` build them: they know the heavy part by its bytes. */
function loader(format: "es" | "iife"): UserConfig {
  const bytes = readFileSync(new URL(`../dist/embed/${WHOLE}`, import.meta.url));
  const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  const [entry, name] = format === "es" ? ["kanon-workbench", "mjs"] : ["classic", "js"];
  return {
    ...common,
    plugins: [packagesOfThisFolder(), inAscii()],
    define: {
      WHOLE_BYTES: JSON.stringify(Math.ceil(gzipSync(bytes).length / NEARLY) * NEARLY),
      WHOLE_INTEGRITY: JSON.stringify(integrity),
    },
    build: {
      outDir: OUT,
      emptyOutDir: false,
      target,
      lib: {
        entry: www(`embed/${entry}.ts`),
        name: "kanonWorkbench",
        formats: [format],
        fileName: () => `kanon-workbench.${name}`,
      },
      rolldownOptions: { external: [/kanon-whole\.js$/], output: { minify: true } },
    },
  };
}

/** `<kanon-workbench>` for other pages: one heavy script, and two small ones that load it. */
export default defineConfig(({ mode }) => (mode === "whole" ? whole() : loader(mode === "module" ? "es" : "iife")));
