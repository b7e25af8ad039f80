/**
 * `<kanon-workbench>` from the package: the main job in a bundle by Vite and on a plain page, each with the command
 * line's bytes.
 */

import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { POLICY } from "../page/embedding";
import { download, run, write } from "../page/job";
import { filesOf, pack, project, type Sample, sample, serve, tool } from "./scratch";

let packed: ReturnType<typeof pack>;
let given: Sample;
const servers: Server[] = [];
test.beforeAll(() => {
  packed = pack();
  given = sample();
});
test.afterAll(() => {
  for (const server of servers) server.close();
});

const host = (script: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>${script}</head><body><main><h1>Host</h1><kanon-workbench sample step="policy" height="50rem"></kanon-workbench></main></body></html>`;

/** Starts the workbench of a page, writes a release, and compares it with the command line's. */
async function wholeJob(tab: Page, folder: string, before: readonly string[], loaded: RegExp): Promise<void> {
  const { address, server } = await serve(folder, POLICY);
  servers.push(server);
  const requests: string[] = [];
  const complaints: string[] = [];
  tab.on("request", (request) => {
    if (request.url().startsWith("http")) requests.push(new URL(request.url()).pathname);
  });
  tab.on("pageerror", (error) => complaints.push(error.message));
  tab.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await tab.goto(address);
  const workbench = tab.locator("kanon-workbench");
  const start = workbench.getByRole("button", { name: "Start Kanon" });
  await expect(start).toBeVisible();
  expect(requests.sort()).toEqual([...before].sort());
  await start.click();
  await run(workbench);
  await write(workbench);
  const { bytes } = await download(tab, /^Release, CSV/, workbench);
  expect(bytes.equals(given.release)).toBe(true);
  expect(complaints).toEqual([]);
  expect(requests).toHaveLength(before.length + 1);
  expect(requests.at(-1)).toMatch(loaded);
}

test("in a bundle by Vite the heavy part is one script, loaded by the start", async ({ page }) => {
  const folder = project("workbench-in-vite", packed.archive, {
    "index.html": host('<script type="module" src="/main.js"></script>'),
    "main.js": 'import "kanon/auto";\n',
  });
  tool("vite/bin/vite.js", ["build", "--logLevel", "warn"], folder);
  const built = filesOf(join(folder, "dist"));
  const scripts = built.filter((path) => path.endsWith(".js"));
  const heavy = scripts.filter((path) => readFileSync(join(folder, "dist", path)).length > 1_000_000);
  expect(heavy).toHaveLength(1);
  expect(built.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  const light = scripts.filter((path) => !heavy.includes(path)).map((path) => `/${path}`);
  await wholeJob(page, join(folder, "dist"), ["/", ...light], /kanon-whole/);
});

test("on a plain page a classic script loads the heavy part from beside it", async ({ page }) => {
  const folder = project("workbench-plain", packed.archive, {
    "index.html": host('<script src="node_modules/kanon/embed/kanon-workbench.js"></script>'),
  });
  const beside = "/node_modules/kanon/embed/kanon-workbench.js";
  await wholeJob(page, folder, ["/", beside], /^\/node_modules\/kanon\/embed\/kanon-whole\.js$/);
});
