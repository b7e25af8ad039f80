import type { Plugin, Rolldown } from "vite";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { hostFiles } from "./host-headers.ts";

const SCRIPT = / *<script type="module"[^>]* src="[^"]*"><\/script>\n/;
const STYLE = /<link rel="stylesheet"[^>]*>/;

/** The only match, replaced by a text that is taken as it is. */
function replaceOnce(html: string, pattern: RegExp, text: string): string {
  if (html.match(new RegExp(pattern, "g"))?.length !== 1) throw new Error(`the page needs exactly one ${pattern}`);
  return html.replace(pattern, () => text);
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

/** The order in which the blocks are sent: the engine first, as nothing goes without it. */
function rank({ fileName }: Rolldown.OutputAsset): number {
  return (/sheet/.test(fileName) ? 2 : 0) + (fileName.endsWith(".gz") ? 1 : 0);
}

/**
 * Makes the built page one HTML file, with headers for hosts beside it: script and style sheet stand in it, under a
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
        const chunk = only(
          outputs.filter((output) => output.type === "chunk"),
          "script",
        );
        const sheet = only(ending(".css"), "style sheet");
        const page = only(ending(".html"), "document");
        const parts = ending(".js", ".gz").sort((one, other) => rank(one) - rank(other));
        const script = sound(unindented(chunk.code), chunk.fileName);
        const style = sound(textOf(sheet), sheet.fileName);
        const rules = contentSecurityPolicy(script, style);
        const policy = `<meta http-equiv="Content-Security-Policy" content="${rules}">`;
        const head = replaceOnce(textOf(page), /<head>/, `<head>\n    ${policy}`);
        const styled = replaceOnce(head, STYLE, `<style>${style}</style>`);
        const bare = replaceOnce(styled, SCRIPT, "");
        // The script comes last: it may hold what looks like a tag. It draws the page while the blocks arrive.
        const body = `<script>${script}</script>\n${parts.map(block).join("")}  </body>`;
        page.source = replaceOnce(bare, / *<\/body>/, body);
        for (const { fileName } of [chunk, sheet, ...parts]) delete bundle[fileName];
        const others = Object.keys(bundle).filter((name) => name !== page.fileName);
        if (others.length > 0) throw new Error(`the page is one file, and there are others: ${others.join(", ")}`);
        for (const [name, source] of Object.entries(hostFiles(rules)))
          this.emitFile({ type: "asset", fileName: `hosts/${name}`, source });
      },
    },
  };
}
