import type { Plugin, Rolldown } from "vite";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { hostFiles } from "./host-headers.ts";

const SCRIPT = /<script type="module"[^>]* src="[^"]*"><\/script>/;
const STYLE = /<link rel="stylesheet"[^>]*>/;

/** The only match, replaced by a text that is taken as it is. */
function replaceOnce(html: string, pattern: RegExp, text: string): string {
  if (html.match(new RegExp(pattern, "g"))?.length !== 1) throw new Error(`the page needs exactly one ${pattern}`);
  return html.replace(pattern, () => text);
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

/**
 * Makes the built page one HTML file, with headers for hosts beside it: script and style sheet stand in it, under a
 * policy with their hashes as the first element of the head. Only when building: the dev server needs inline styles.
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
        const chunk = only(
          outputs.filter((output) => output.type === "chunk"),
          "script",
        );
        const sheet = only(
          assets.filter((asset) => asset.fileName.endsWith(".css")),
          "style sheet",
        );
        const page = only(
          assets.filter((asset) => asset.fileName.endsWith(".html")),
          "document",
        );
        const script = sound(chunk.code, chunk.fileName);
        const style = sound(textOf(sheet), sheet.fileName);
        const rules = contentSecurityPolicy(script, style);
        const policy = `<meta http-equiv="Content-Security-Policy" content="${rules}">`;
        // The script comes last: it may hold what looks like a tag.
        const head = replaceOnce(textOf(page), /<head>/, `<head>\n    ${policy}`);
        const styled = replaceOnce(head, STYLE, `<style>${style}</style>`);
        page.source = replaceOnce(styled, SCRIPT, `<script type="module">${script}</script>`);
        delete bundle[chunk.fileName];
        delete bundle[sheet.fileName];
        const others = Object.keys(bundle).filter((name) => name !== page.fileName);
        if (others.length > 0) throw new Error(`the page is one file, and there are others: ${others.join(", ")}`);
        for (const [name, source] of Object.entries(hostFiles(rules)))
          this.emitFile({ type: "asset", fileName: `hosts/${name}`, source });
      },
    },
  };
}
