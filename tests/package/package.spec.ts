/**
 * The npm package as others take it: packed, and installed in scratch projects.
 *
 * - Imports do nothing by themselves.
 * - The engine does the main job in Node, in a bundle by Vite, and on a plain page under a strict policy, each time
 *   with the bytes of the command line.
 * - Types are strict, the example of docs/ENGINE.md runs as it is printed, and licences and digests are complete.
 */

import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { BUILT, exhibit, filesOf, kanon, pack, project, ROOT, run, type Sample, sample, serve, tool } from "./scratch";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface Point {
  readonly risk: number;
  readonly loss: number;
}

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

async function served(folder: string, policy: string): Promise<string> {
  const { address, server } = await serve(folder, policy);
  servers.push(server);
  return address;
}

test("what is packed is what was built, and the digests tell of each file", () => {
  expect(packed.files).toEqual(filesOf(BUILT));
  const list = readFileSync(join(ROOT, "dist/SHA256SUMS"), "utf8");
  const told = new Map(list.split("\n").map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const path of packed.files) expect(told.get(`npm/${path}`), path).toBe(sha256(readFileSync(join(BUILT, path))));
  expect(told.get("npm/kanon.html")).toBe(told.get("index.html"));
});

/** The modules of WebAssembly that stand zipped in a text, by their digests. */
function modulesIn(text: string): string[] {
  return [...text.matchAll(/[A-Za-z0-9+/]{100000,}={0,2}/g)].map(([base64]) => {
    const bytes = gunzipSync(Buffer.from(base64, "base64"));
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("\0asm");
    return sha256(bytes);
  });
}

test("the engine is the page's, byte for byte", () => {
  const own = modulesIn(readFileSync(join(BUILT, "engine.mjs"), "utf8"));
  const page = modulesIn(readFileSync(join(ROOT, "dist/index.html"), "utf8"));
  // The core comes in two parts; the page has the reader of workbooks besides.
  expect(own).toHaveLength(2);
  expect(page).toHaveLength(3);
  expect(page).toEqual(expect.arrayContaining(own));
});

test("every npm package and crate that is bundled stands in the list of licences, with its text", () => {
  const list = readFileSync(join(BUILT, "LICENSES.md"), "utf8");
  const rows = [...list.matchAll(/^\| (\S+) \| [\d.]+\S* \| (.+) \| (crate|npm package) \|$/gm)];
  const texts = [...list.matchAll(/^## (.+)\n\n~~~~\n([\s\S]+?)\n~~~~$/gm)];
  const withText = new Set(texts.flatMap(([, names]) => (names ?? "").split(", ")));
  expect(rows.map(([, name]) => name)).toEqual(expect.arrayContaining(["lit", "lit-html", "nalgebra", "calamine"]));
  for (const [, name, licence] of rows) {
    expect(withText, `a text for ${name}`).toContain(name);
    expect(licence, `the licence of ${name}`).toMatch(/MIT|Apache-2\.0|BSD|Zlib/);
  }
});

const INERT = `
const before = Object.getOwnPropertyNames(globalThis).sort().join();
for (const entry of ["kanon", "kanon/engine", "kanon/exhibits"]) {
  const module = await import(entry);
  if (Object.keys(module).length === 0) throw new Error(entry + " exports nothing");
  module.define?.();
}
await import("kanon/auto");
if (Object.getOwnPropertyNames(globalThis).sort().join() !== before) throw new Error("an import left a global behind");
for (const file of ["kanon.html", "exhibits/kanon.js", "custom-elements.json", "package.json"])
  console.log(import.meta.resolve("kanon/" + file));
`;

const IN_NODE = `
import { readFile, writeFile } from "node:fs/promises";
import { openEngine } from "kanon/engine";
const engine = await openEngine();
const table = await engine.read(await readFile("hospital.csv"));
const run = await table.anonymize(await readFile("hospital.kanon.json", "utf8"));
await writeFile("release.csv", run.release);
await writeFile("report.json", run.report);
console.log(run.verification.holds + " " + run.search.status);
`;

/** The same in a thread of its own, as a server does it. */
const IN_THREAD = `
import { once } from "node:events";
import { Worker } from "node:worker_threads";
await once(new Worker(new URL("job.mjs", import.meta.url)), "exit");
`;

test("in Node every entry can be imported and does nothing, and a script writes the command line's release", () => {
  const folder = project("in-node", packed.archive, {
    "inert.mjs": INERT,
    "job.mjs": IN_NODE,
    "thread.mjs": IN_THREAD,
  });
  for (const line of run(process.execPath, ["inert.mjs"], folder).trim().split("\n"))
    readFileSync(new URL(line)).toString("utf8", 0, 1);
  for (const name of ["hospital.csv", "hospital.kanon.json"]) cpSync(join(given.folder, name), join(folder, name));
  for (const script of ["job.mjs", "thread.mjs"]) {
    rmSync(join(folder, "release.csv"), { force: true });
    expect(run(process.execPath, [script], folder)).toBe("true done\n");
    expect(readFileSync(join(folder, "release.csv")).equals(given.release), script).toBe(true);
  }
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as { output_sha256: string };
  expect(report.output_sha256).toBe(given.report.output_sha256);
});

const FURTHER = `
import { readFile, writeFile } from "node:fs/promises";
import { openEngine } from "kanon/engine";
const engine = await openEngine();
const table = await engine.read(await readFile("hospital.csv"));
const recipe = JSON.parse(await readFile("further.kanon.json", "utf8"));
const { suppressed } = await table.uniques(recipe);
await writeFile("cells.csv", suppressed.release);
const { points, step } = await table.frontier(recipe);
await writeFile("points.json", JSON.stringify({ points, evaluated: step.evaluated }));
`;

test("suppressed cells and a frontier are the command line's, too", () => {
  const recipe = {
    ...(JSON.parse(readFileSync(join(given.folder, "hospital.kanon.json"), "utf8")) as object),
    uniques: { k: 2, suppress: "per-record" },
    frontier: { space: "partition", policies: 2000 },
  };
  const folder = project("further", packed.archive, {
    "job.mjs": FURTHER,
    "further.kanon.json": JSON.stringify(recipe),
  });
  cpSync(join(given.folder, "hospital.csv"), join(folder, "hospital.csv"));
  const asked = ["hospital.csv", "--recipe", "further.kanon.json", "--report"];
  kanon(["uniques", ...asked, "uniques.json", "--out", "out.csv"], folder);
  kanon(["frontier", ...asked, "frontier.json"], folder);
  run(process.execPath, ["job.mjs"], folder);
  expect(readFileSync(join(folder, "cells.csv")).equals(readFileSync(join(folder, "out.csv")))).toBe(true);
  const written = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const { points, evaluated } = written("points.json") as { points: Point[]; evaluated: number };
  const report = written("frontier.json") as { frontier: Point[]; policies_evaluated: number };
  expect(points.length).toBeGreaterThan(100);
  expect(points.map(({ risk, loss }) => [risk, loss])).toEqual(report.frontier.map(({ risk, loss }) => [risk, loss]));
  expect(evaluated).toBe(report.policies_evaluated);
});

/** Runs the first fence of JavaScript in a document in a project of its own, where it finds the sample. */
function runFence(document: string, name: string): string {
  const [, example] = /```js\n([\s\S]+?)```/.exec(readFileSync(join(ROOT, document), "utf8")) ?? [];
  expect(example).toContain('from "kanon/engine"');
  const folder = project(name, packed.archive, { "example.mjs": example ?? "" });
  for (const file of ["hospital.csv", "hospital.kanon.json"]) cpSync(join(given.folder, file), join(folder, file));
  const said = run(process.execPath, ["example.mjs"], folder);
  expect(readFileSync(join(folder, "release.csv")).equals(given.release)).toBe(true);
  return said;
}

test("the example of the guide runs as it stands there", () => {
  expect(runFence("docs/ENGINE.md", "example")).toContain("verified");
});

test("the snippet of README runs as it stands there", () => {
  runFence("README.md", "readme");
});

/** Does the main job with the engine in the page, and leaves the digest of the release for the test. */
const IN_PAGE = `
const engine = await openEngine();
const { csv, recipe } = engine.sample();
const table = await engine.read(csv);
const { release, verification } = await table.anonymize(recipe);
const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", release));
const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
document.querySelector("output").textContent = (verification.holds ? "holds " : "fails ") + hex;
`;

/** The strictest policy under which the engine runs in a page. */
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'";

interface Told {
  readonly requests: string[];
  readonly complaints: string[];
}

function listen(page: Page): Told {
  const told: Told = { requests: [], complaints: [] };
  page.on("request", (request) => told.requests.push(new URL(request.url()).pathname));
  page.on("console", (message) => {
    if (message.type() === "error") told.complaints.push(message.text());
  });
  page.on("pageerror", (error) => told.complaints.push(error.message));
  return told;
}

const page = (script: string, body = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>${script}</head><body>${body}<output></output></body></html>`;

test("a bundle by Vite holds the engine in one script, which does the main job under a strict policy", async ({
  page: tab,
}) => {
  const folder = project("in-vite", packed.archive, {
    "index.html": page('<script type="module" src="/main.js"></script>', exhibit(given)),
    "main.js": `import { openEngine } from "kanon/engine";\nimport { define } from "kanon/exhibits";\ndefine();\n${IN_PAGE}`,
  });
  tool("vite/bin/vite.js", ["build", "--logLevel", "warn"], folder);
  const built = filesOf(join(folder, "dist"));
  expect(built.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  const told = listen(tab);
  await tab.goto(await served(join(folder, "dist"), STRICT));
  await expect(tab.locator("output")).toHaveText(`holds ${given.report.output_sha256}`, { timeout: 60_000 });
  await expect(tab.locator("kanon-policy").getByRole("table").first()).toBeVisible();
  expect(told.complaints).toEqual([]);
  expect(told.requests.sort()).toEqual(
    ["/", ...built.filter((path) => path.endsWith(".js")).map((path) => `/${path}`)].sort(),
  );
});

test("a plain page takes engine and exhibits from the package without a build", async ({ page: tab }) => {
  const folder = project("plain", packed.archive, {
    "index.html": page(
      '<script src="node_modules/kanon/exhibits/kanon.js"></script><script type="module" src="main.js"></script>',
      exhibit(given),
    ),
    "main.js": `import { openEngine } from "./node_modules/kanon/engine.mjs";\n${IN_PAGE}`,
  });
  const told = listen(tab);
  await tab.goto(await served(folder, STRICT));
  await expect(tab.locator("output")).toHaveText(`holds ${given.report.output_sha256}`, { timeout: 60_000 });
  await expect(tab.locator("kanon-policy").getByRole("table").first()).toBeVisible();
  expect(told.complaints).toEqual([]);
  const scripts = ["engine.mjs", "exhibits/kanon.js"].map((name) => `/node_modules/kanon/${name}`);
  expect(told.requests.sort()).toEqual(["/", "/main.js", ...scripts].sort());
});

const CONSUMER = `
import { EngineError, openEngine, type GivenRecipe, type Run } from "kanon/engine";
import { define as defineWorkbench, type WorkbenchElement } from "kanon";
import "kanon/auto";
import { define } from "kanon/exhibits";

define();
defineWorkbench();
export const released = (element: WorkbenchElement): Promise<Blob> => element.exportRelease();
const recipe: GivenRecipe = {
  kanon: 1,
  columns: { age: { role: "quasi-identifier", hierarchy: { intervals: { widths: [5, 10], origin: 0 } } } },
  privacy: { k: 5 },
};
export async function release(csv: string, signal: AbortSignal): Promise<Uint8Array> {
  const engine = await openEngine();
  try {
    const table = await engine.read(csv, { signal });
    const run: Run = await table.anonymize(recipe, {
      signal,
      onProgress: (told) => console.log(told.doing === "searching" ? told.search.bound : told.share),
    });
    const blob = new Blob([run.release], { type: "text/csv" });
    console.log(blob.size, run.outcome.policy[0]?.level, run.verification.claims.length);
    return run.release;
  } catch (error) {
    if (error instanceof EngineError) console.log(error.code, error.advice, error.place.row);
    throw error;
  }
}
// @ts-expect-error a role that there is not
export const wrong: GivenRecipe = { kanon: 1, columns: { age: { role: "secret" } } };
// @ts-expect-error a table is no number
export const alsoWrong = async () => (await openEngine()).read(7);
`;

const IN_SCRIPT = `
import { readFile, writeFile } from "node:fs/promises";
import { openEngine } from "kanon/engine";

const table = await (await openEngine()).read(await readFile("people.csv"));
const { release, disclosure } = await table.anonymize(await readFile("people.kanon.json", "utf8"));
await writeFile("release.csv", release);
console.log(disclosure.map(({ code }) => code));
`;

/** Compiles a file that uses the package, as strictly as can be; a complaint fails. */
function compiles(name: string, text: string, options: object): void {
  const folder = project(name, packed.archive, { "consumer.ts": text });
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: "ES2023", ...options };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["consumer.ts"] }));
  expect(tool("typescript/bin/tsc", ["--project", "."], folder)).toBe("");
}

const IN_BROWSER = { lib: ["ES2023", "DOM"], types: [] };

test("strict types hold for a page, whether modules are resolved as Node does or as bundles do", () => {
  compiles("types-node", CONSUMER, { ...IN_BROWSER, module: "NodeNext", moduleResolution: "NodeNext" });
  compiles("types-bundle", CONSUMER, { ...IN_BROWSER, module: "ESNext", moduleResolution: "Bundler" });
});

test("strict types hold for a script, which knows no document", () => {
  const typeRoots = [join(ROOT, "pkg-config/node_modules/@types")];
  const options = { lib: ["ES2023"], types: ["node"], typeRoots };
  compiles("types-script", IN_SCRIPT, { ...options, module: "NodeNext", moduleResolution: "NodeNext" });
});
