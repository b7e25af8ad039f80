/** A site of documentation with workbenches, under the strictest policy that they work under. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalServer } from "./local-server";

const SCRIPTS = join(__dirname, "../../dist/embed");

/** Its own scripts and style sheets, WebAssembly, workers from blobs; nothing inline, and Trusted Types. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src blob:",
  "require-trusted-types-for 'script'",
  "trusted-types kanon lit-html",
].join("; ");

const SHEET = `body { margin: 0 auto; padding: 0 12px; font: 16px/1.5 serif; background: white; color: #222 }
  .column { inline-size: 360px } .far { block-size: 3000px }`;
/** What a workbench has to withstand. */
const WRECK = `* { color: red; font-size: 40px; letter-spacing: 8px; text-transform: uppercase; text-align: right;
  background: yellow; border: 3px solid lime; margin: 30px; padding: 20px; position: static; display: inline }
  button, table, dialog { visibility: hidden }`;

/** A site of one page. */
export class HostSite extends LocalServer {
  body = "";
  /** Is put behind the heavy script, which has other bytes then. */
  altered = "";
  /** The policy that the page comes with. */
  policy = POLICY;
  readonly asked: string[] = [];

  constructor() {
    super((request, response) => {
      const path = request.url ?? "";
      this.asked.push(path);
      const [type, text] = this.answer(path);
      response.writeHead(200, { "content-type": type, "content-security-policy": this.policy }).end(text);
    });
  }

  private answer(path: string): readonly [string, string] {
    if (path === "/site.css") return ["text/css", SHEET];
    if (path === "/wreck.css") return ["text/css", WRECK];
    if (path === "/module.js") return ["text/javascript", 'import { define } from "/kanon-workbench.mjs"; define();'];
    if (/^\/kanon-[a-z]+\.m?js$/.test(path)) {
      const text = readFileSync(join(SCRIPTS, path), "utf8");
      return ["text/javascript", path === "/kanon-whole.js" ? text + this.altered : text];
    }
    const script = path.startsWith("/module") ? 'type="module" src="/module.js"' : 'src="/kanon-workbench.js"';
    const wreck = path.endsWith("wreck") ? '<link rel="stylesheet" href="/wreck.css">' : "";
    return [
      // It does not say in what it is written.
      "text/html",
      `<!doctype html><html lang="en"><head><title>Host</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/site.css">${wreck}<script ${script}></script></head>
<body><main><h1>Host</h1><p id="before">Before.</p>${this.body}<p id="after">After.</p></main></body></html>`,
    ];
  }
}
