/**
 * Measures the built page on a large file: start, opening, tasks of the main thread over 50 ms, memory of the core.
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
import { fileURLToPath, pathToFileURL } from "node:url";

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
});
const longTasks = () => page.evaluate(() => globalThis.longTasks.splice(0));
const report = (what, value) => console.log(`${what.padEnd(44)}${value}`);

await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.getByRole("button", { name: /^Open a file/ }).waitFor();
const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
report("first contentful paint, ms", Math.round(paint));
await page.waitForTimeout(1000);
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
await browser.close();
server.close();

const core = here("../www/engine/pkg/");
const { initSync, Session } = await import(pathToFileURL(join(core, "kanon.js")));
initSync({ module: readFileSync(join(core, "kanon_bg.wasm")) });
const session = new Session();
const bytes = readFileSync(file);
session.profileBegin(session.sniff(bytes.subarray(0, 1 << 18), false).dialect);
for (let start = 0; start < bytes.length; start += 1 << 16) session.read(bytes.subarray(start, start + (1 << 16)));
session.profileEnd();
report("memory of the core after opening, MB", (session.memoryBytes() / 1e6).toFixed(1));
