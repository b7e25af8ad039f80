/**
 * Measures the core's module in Node, without a page: CPU seconds of starting it and of its main jobs on the survey.
 *
 *     cargo xtask build && node benches/module.mjs FOLDER
 *     node benches/module.mjs FOLDER PACKAGE
 *
 * The folder holds the survey and its hierarchies. The package is a folder with `kanon.js` and its module, in one or two
 * parts: to compare two builds, run them by turns. Figures, not verdicts: a machine under load is slower.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, given] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder of the survey.");
const own = given ?? fileURLToPath(new URL("../www/engine/pkg", import.meta.url));
const FOREVER = Number.MAX_SAFE_INTEGER;

const seconds = () => process.cpuUsage().user / 1e6;
const measured = (what, work) => {
  const begin = seconds();
  const done = work();
  console.log(`${what.padEnd(40)}${(seconds() - begin).toFixed(2)} s`);
  return done;
};

const core = await import(pathToFileURL(join(own, "kanon.js")).href);
const compiled = (part) => new WebAssembly.Module(readFileSync(join(own, part)));
const exports = measured("start", () =>
  existsSync(join(own, "kanon_rest.wasm"))
    ? core.initParts(compiled("kanon_bg.wasm"), () => compiled("kanon_rest.wasm"))
    : core.initSync({ module: compiled("kanon_bg.wasm") }),
);

const file = readFileSync(join(folder, "mach2019.csv"));
const [header] = file.toString("latin1", 0, 4096).split(/\r?\n/, 1);
const dialect = { delimiter: ";", quote: '"', header: true, encoding: "utf-8", missing: [""] };

function recipeOf(columns, more) {
  const settings = header.split(";").map((name, place) => {
    if (place >= columns) return [name, { role: "insensitive" }];
    const lines = readFileSync(join(folder, `hierarchy_${name}.csv`), "utf8").trim().split(/\r?\n/);
    return [name, { role: "quasi-identifier", hierarchy: { rows: lines.map((line) => line.split(";")) } }];
  });
  const privacy = { k: 5, suppression_limit: 0.05 };
  return new core.RecipeHandle(
    JSON.stringify({ kanon: 1, dialect, columns: Object.fromEntries(settings), privacy, uniques: { k: 2 }, ...more }),
  );
}

const opened = measured("profile the survey", () => {
  const pass = new core.ProfilePass(file.subarray(0, 1 << 18), false, undefined, {});
  pass.push(file);
  return pass.finish();
});

function encoded(recipe) {
  const pass = opened.encode(recipe);
  pass.push(file, file);
  const preparation = pass.finish();
  while (preparation.step() < 1);
  return preparation.finish();
}

function searched(table, recipe) {
  const search = table.search(recipe);
  while (search.advance(FOREVER).status === "running");
  return search;
}

for (const columns of [10, 12]) {
  const recipe = recipeOf(columns, {});
  const table = measured(`encode ${columns} columns`, () => encoded(recipe));
  const search = measured(`search ${columns} columns`, () => searched(table, recipe));
  const levels = Uint8Array.from(search.advance(0).best.levels);
  measured(`make the proof of ${columns} columns`, () => {
    const proving = table.prove(recipe, levels);
    while (proving.advance(FOREVER) < 1);
    proving.free();
  });
}
const ten = recipeOf(10, {});
const table = encoded(ten);
for (const measure of ["dm-star", "aecs", "entropy"]) {
  const recipe = recipeOf(10, { loss: { measure } });
  measured(`search 10 columns by ${measure}`, () => searched(table, recipe));
}
measured("unsafe combinations of 10 columns", () => {
  const search = table.uniques(ten);
  while (search.advance(FOREVER) < 1);
  search.finish();
});
measured("frontier of 10 columns, 20,000 policies", () => {
  const frontier = table.partitionFrontier(recipeOf(10, { frontier: { policies: 20_000 } }));
  while (!frontier.advance(FOREVER).done);
});
console.log(`memory of the core: ${(exports.memory.buffer.byteLength / 1e6).toFixed(1)} MB`);
