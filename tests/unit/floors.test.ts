/**
 * The page's sources keep to their floors: what a folder may import, who makes workers, who touches storage and files.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../www", import.meta.url));
const MOST_LINES = 250;

/** For each folder, the folders that it may import from, besides itself. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  theme: [],
  engine: [],
  headless: ["engine"],
  text: ["engine"],
  state: ["engine"],
  ui: ["text", "engine"],
  charts: ["ui", "text", "engine"],
  table: ["ui", "text", "engine"],
  trust: ["ui", "text", "engine"],
  exhibit: ["charts", "ui"],
  embed: ["exhibit"],
  steps: ["charts", "table", "ui", "text", "state", "engine"],
  frame: ["embed", "steps", "trust", "charts", "table", "ui", "text", "state", "engine"],
};

interface Source {
  readonly path: string;
  readonly code: string;
}

function sources(): Source[] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.startsWith(join("engine", "pkg")))
    .map((path) => ({ path, code: readFileSync(join(ROOT, path), "utf8") }));
}

function floorOf(path: string): string {
  return path.split("/")[0] ?? "";
}

function imports({ path, code }: Source): string[] {
  return [...code.matchAll(/(?:from|import) "(\.[^"]+)"/g)].map((match) =>
    relative(ROOT, normalize(join(ROOT, dirname(path), match[1] ?? ""))),
  );
}

test("imports go one way only, and no step knows another", () => {
  const all = sources();
  expect(all.length).toBeGreaterThan(40);
  const breaches: string[] = [];
  for (const source of all.filter(({ path }) => path.includes("/"))) {
    const floor = floorOf(source.path);
    for (const imported of imports(source)) {
      const allowed = imported.startsWith(`${floor}/`) || BELOW[floor]?.includes(floorOf(imported)) === true;
      if (!allowed) breaches.push(`${source.path} imports ${imported}`);
      const [from, to] = [source.path.split("/"), imported.split("/")];
      if (floor === "steps" && to[0] === "steps" && to.length > 2 && from[1] !== to[1]) {
        breaches.push(`${source.path} imports another step, ${imported}`);
      }
    }
  }
  expect(breaches).toEqual([]);
});

test("the element of every step is taken in, with the first step or behind it", () => {
  const steps = readdirSync(join(ROOT, "steps"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(steps.length).toBeGreaterThan(8);
  const takenIn = sources().filter(({ path }) => path === "behind.ts" || path === join("steps", "open", "index.ts"));
  const imported = takenIn.flatMap(imports);
  for (const { name } of steps) expect(imported).toContain(join("steps", name, name));
});

const ALONE: readonly { what: string; pattern: RegExp; who: RegExp }[] = [
  { what: "makes workers", pattern: /new (Engine|Sheet)?Worker\(|\?worker/, who: /^engine\/(blocks|inlined)\.ts$/ },
  { what: "touches storage", pattern: /\b(localStorage|sessionStorage|indexedDB)\b/, who: /^state\/autosave\.ts$/ },
  {
    what: "chooses and saves files",
    pattern: /type = "file"|showSaveFilePicker|\.download = /,
    who: /^ui\/files\.ts$/,
  },
  {
    what: "holds what changes in a module: several workbenches stand in one document",
    pattern: /^(export )?(let|var) |^(export )?const [^=]+ = new (?!Intl\.|Set\(\[|Map\(\[)/m,
    who: /^main\.ts$|^engine\/(worker|guarded)\.ts$|^headless\/core\.ts$/,
  },
  { what: "draws at random: seeds and keys come from the core", pattern: /getRandomValues|randomUUID/, who: /^$/ },
  { what: "draws a number that can be guessed", pattern: /Math\.random/, who: /^engine\/hire\.ts$/ },
  { what: "asks the network", pattern: /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|RTCPeerConnection/, who: /^$/ },
  { what: "writes a style attribute", pattern: /<[a-z]+[^>]*\sstyle=|styleMap/, who: /^ui\/sized\.ts$/ },
];

for (const { what, pattern, who } of ALONE) {
  test(`nobody else ${what}`, () => {
    const others = sources().filter(({ path, code }) => pattern.test(code) && !who.test(path));
    expect(others.map(({ path }) => path)).toEqual([]);
  });
}

test("no file that people write is longer than can be read at once", () => {
  const written = sources().filter(({ path }) => path !== join("engine", "wire", "core.ts"));
  const long = written.filter(({ code }) => code.split("\n").length > MOST_LINES + 1);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("no element of the page has the name of an exhibit: both may stand in one document", () => {
  const exhibits = ["policy", "frontier", "lattice", "hierarchy", "replay"].map((kind) => `kanon-${kind}`);
  const names = sources().flatMap(({ path, code }) =>
    path.startsWith("exhibit/")
      ? []
      : [...code.matchAll(/customElements\.define\(\s*"([^"]+)"/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => exhibits.includes(name ?? ""))).toEqual([]);
});
