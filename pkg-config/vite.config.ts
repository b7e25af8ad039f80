import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { CONTENT_SECURITY_POLICY } from "./content-security-policy.ts";

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

/** Writes the policy as the first element of the head. Only when building: the dev server needs inline styles. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "kanon-content-security-policy",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(
          "<head>",
          `<head>\n    <meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`,
        ),
    },
  };
}

export default defineConfig({
  base: "./",
  assetsInclude: ["**/*.gz"],
  plugins: [packagesOfThisFolder(), contentSecurityPolicy()],
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
