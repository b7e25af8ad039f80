/** A site of documentation with exhibits, under a policy that allows its own files and nothing else. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalServer } from "./local-server";

const ROOT = join(__dirname, "../..");
const SCRIPTS = join(ROOT, "dist/exhibits");
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const SHEET = `body { margin: 0 auto; padding: 0 12px; max-width: 50rem; font: 16px/1.5 sans-serif; color-scheme: light dark;
  background: light-dark(white, #111); color: light-dark(#222, #ddd); }
  table { border-collapse: collapse; margin: 1em 0 } th, td { padding: 2px 8px; text-align: left }`;

/** Runs the command line in a folder of its own, with the sample in it. */
export class Studio {
  readonly folder = mkdtempSync(join(tmpdir(), "kanon-exhibits-"));

  kanon(...given: readonly string[]): string {
    const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
    const places = [process.env.KANON ?? "", join(target, "release/kanon"), join(target, "debug/kanon")];
    const program = places.find((path) => path !== "" && existsSync(path));
    if (program === undefined) throw new Error("The command line is not built: run `cargo build`, or set KANON");
    return execFileSync(program, given, { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A site of one page. */
export class Site extends LocalServer {
  body = "";
  /** Where the script stands: before what it shows is read, or after. */
  early = false;
  /** In how many pieces the page is sent, one after the other. */
  pieces = 1;
  readonly asked: string[] = [];

  constructor() {
    super((request, response) => {
      const path = request.url ?? "";
      this.asked.push(path);
      const [type, text] = this.answer(path);
      response.writeHead(200, { "content-type": type, "content-security-policy": POLICY });
      this.send(response, text, path === "/" ? this.pieces : 1);
    });
  }

  private send(response: ServerResponse, text: string, pieces: number): void {
    const piece = Math.ceil(text.length / pieces);
    if (pieces <= 1) {
      response.end(text);
      return;
    }
    response.write(text.slice(0, piece));
    setTimeout(() => this.send(response, text.slice(piece), pieces - 1), 100);
  }

  private answer(path: string): readonly [string, string] {
    if (path === "/site.css") return ["text/css", SHEET];
    if (path === "/kanon.js" || path === "/kanon.mjs")
      return ["text/javascript", readFileSync(join(SCRIPTS, path), "utf8")];
    if (path === "/module.js") return ["text/javascript", 'import { define } from "/kanon.mjs"; define();'];
    const script = path === "/module" ? '<script type="module" src="/module.js">' : '<script src="/kanon.js">';
    const place = (early: boolean) => (early === this.early ? `${script}</script>` : "");
    return [
      "text/html; charset=utf-8",
      `<!doctype html><html lang="en"><head><title>Exhibits</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/site.css">${place(true)}</head><body><main><h1>Exhibits</h1>
<p>Before.</p>${this.body}<p id="after">After.</p></main>${place(false)}</body></html>`,
    ];
  }
}
