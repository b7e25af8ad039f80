import type { Plugin, Rolldown } from "vite";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { hostFiles } from "./host-headers.ts";
import { firstScript, secondScript } from "./inline-scripts.ts";

const SCRIPT = / *<script type="module"[^>]* src="[^"]*"><\/script>\n/;
const STYLE = /<link rel="stylesheet"[^>]*>/;

/** The only match, replaced by a text that is taken as it is. */
function replaceOnce(html: string, pattern: RegExp, text: string): string {
  if (html.match(new RegExp(pattern, "g"))?.length !== 1) throw new Error(`the page needs exactly one ${pattern}`);
  return html.replace(pattern, () => text);
}

/** Has what is imported later loaded by the document alone, without Vite's preloading of addresses. */
export function withoutPreload(): Plugin {
  return {
    name: "kanon-without-preload",
    enforce: "pre",
    load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
  };
}

/** A minified script has its line breaks in templates alone, where the indentation behind them says nothing. */
function unindented(code: string): string {
  return code.replace(/\n +/g, "\n");
}

/** What an HTML parser would end early or read differently would not be what was hashed. */
function sound(text: string, name: string): string {
  const amiss = /<\/?(script|style)|[\r\0]/i.exec(text);
  if (amiss !== null)
    throw new Error(`${name} cannot stand in the page: it has ${JSON.stringify(amiss[0])} at ${amiss.index}`);
  return text;
}

function only<Output>(outputs: readonly Output[], what: string): Output {
  const [first] = outputs;
  if (first === undefined || outputs.length > 1)
    throw new Error(`the page needs one ${what}, and has ${outputs.length}`);
  return first;
}

const textOf = (asset: Rolldown.OutputAsset): string =>
  typeof asset.source === "string" ? asset.source : new TextDecoder().decode(asset.source);

/** What a worker is made of, as a block of text that no browser runs: `www/engine/blocks.ts` reads it. */
function block(asset: Rolldown.OutputAsset): string {
  const { fileName, source } = asset;
  const text = fileName.endsWith(".gz") ? Buffer.from(source).toString("base64") : sound(textOf(asset), fileName);
  return `<script type="text/plain" data-part="${fileName}" data-length="${text.length}">${text}</script>\n`;
}

/** The order in which the blocks are sent: what opens a file first, as nothing goes without it. */
function rank({ fileName }: Rolldown.OutputAsset): number {
  if (/_rest/.test(fileName)) return 2;
  return (/sheet/.test(fileName) ? 3 : 0) + (fileName.endsWith(".gz") ? 1 : 0);
}

/**
 * Makes the built page one HTML file, with headers for hosts beside it: scripts and style sheet stand in it, under a
 * policy with their hashes as the first element of the head, and behind them what the workers are made of. Only when
 * building: the dev server needs inline styles.
 */
export function oneFile(): Plugin {
  return {
    name: "kanon-one-file",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const assets = outputs.filter((output) => output.type === "asset");
        const ending = (...ends: string[]) =>
          assets.filter(({ fileName }) => ends.some((end) => fileName.endsWith(end)));
        const chunks = outputs.filter((output) => output.type === "chunk");
        const first = only(
          chunks.filter(({ isEntry }) => isEntry),
          "script",
        );
        const second = only(
          chunks.filter(({ isEntry }) => !isEntry),
          "script behind it",
        );
        const sheet = only(ending(".css"), "style sheet");
        const page = only(ending(".html"), "document");
        const parts = ending(".js", ".gz").sort((one, other) => rank(one) - rank(other));
        const base = ({ fileName }: Rolldown.OutputChunk) => fileName.replace(/^.*\//, "");
        const script = sound(unindented(firstScript(first.code, base(second))), first.fileName);
        const behind = sound(unindented(secondScript(second.code, base(first))), second.fileName);
        const style = sound(textOf(sheet), sheet.fileName);
        const rules = contentSecurityPolicy([script, behind], style);
        const policy = `<meta http-equiv="Content-Security-Policy" content="${rules}">`;
        const head = replaceOnce(textOf(page), /<head>/, `<head>\n    ${policy}`);
        const styled = replaceOnce(head, STYLE, `<style>${style}</style>`);
        const bare = replaceOnce(styled, SCRIPT, "");
        // The scripts come last: they may hold what looks like a tag. The first draws the page while the rest arrives.
        const scripts = `<script>${script}</script>\n<script data-behind>${behind}</script>\n`;
        const body = `${scripts}${parts.map(block).join("")}  </body>`;
        page.source = replaceOnce(bare, / *<\/body>/, body);
        for (const { fileName } of [first, second, sheet, ...parts]) delete bundle[fileName];
        const others = Object.keys(bundle).filter((name) => name !== page.fileName);
        if (others.length > 0) throw new Error(`the page is one file, and there are others: ${others.join(", ")}`);
        for (const [name, source] of Object.entries(hostFiles(rules)))
          this.emitFile({ type: "asset", fileName: `hosts/${name}`, source });
      },
    },
  };
}
