/**
 * Measures the built page on a large file: start, opening, tasks of the main thread over 50 ms, memory of the tab.
 *
 *     cargo run --release -- sample --records 1000000 --out large
 *     cargo xtask build && node benches/page.mjs large/hospital.csv
 *
 * Figures, not verdicts: a machine under load is slower. `CHROMIUM` names the browser.
 */

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { tabOf } from "./tab.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { chromium } = createRequire(here("../pkg-config/package.json"))("@playwright/test");
const file = process.argv[2];
if (!file) throw new Error("Name a CSV file.");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const path = join(here("../dist"), normalize(pathname === "/" ? "/index.html" : pathname));
  try {
    const body = readFileSync(path);
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
await page.addInitScript(() => {
  globalThis.longTasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.longTasks.push(Math.round(entry.duration));
  });
  observer.observe({ type: "longtask", buffered: true });
  // A worker speaks first when its script has run.
  globalThis.workerStarts = [];
  const Own = globalThis.Worker;
  globalThis.Worker = class extends Own {
    constructor(...given) {
      const made = performance.now();
      super(...given);
      const spoke = () => globalThis.workerStarts.push([Math.round(made), Math.round(performance.now() - made)]);
      this.addEventListener("message", spoke, { once: true });
    }
  };
});
const longTasks = () => page.evaluate(() => globalThis.longTasks.splice(0));
const report = (what, value) => console.log(`${what.padEnd(44)}${value}`);

await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.getByRole("button", { name: /^Open a file/ }).waitFor();
const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
report("first contentful paint, ms", Math.round(paint));
await page.waitForTimeout(3000);
const workers = await page.evaluate(() => globalThis.workerStarts);
report("workers made at, and started within, ms", JSON.stringify(workers));
const tab = await tabOf(browser);
report("memory of the tab at rest, MB", tab.held().toFixed(0));
tab.forget();
report("long tasks of the start, ms", JSON.stringify(await longTasks()));

const [chooser] = await Promise.all([
  page.waitForEvent("filechooser"),
  page.getByRole("button", { name: /^Open a file/ }).click(),
]);
const opened = Date.now();
await chooser.setFiles(file);
await page.getByText(/[\d,]+ records · /).first().waitFor({ timeout: 120_000 });
report(`open ${(statSync(file).size / 1e6).toFixed(0)} MB, ms`, Date.now() - opened);
report("long tasks while it opens, ms", JSON.stringify(await longTasks()));
report("memory meanwhile at most, MB", tab.most().toFixed(0));
await page.waitForTimeout(3000);
report("memory with the file open, MB", tab.held().toFixed(0));
await browser.close();
server.close();
