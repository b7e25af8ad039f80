/**
 * Opens a table, proposes hierarchies and searches for the best policy, by a module of the core that notes what is
 * called, and writes the numbers of these functions as JSON: the first part of the module is made of them.
 *
 *     node first-calls.mjs GLUE MODULE
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [glue, noting] = process.argv.slice(2);
if (noting === undefined) throw new Error("Name the module and its glue.");
const module = new WebAssembly.Module(readFileSync(noting));
const { href } = pathToFileURL(glue);
const core = await import(href);
const all = core.initSync({ module });
// What makes the samples is not needed to open a file: they come from a copy.
const copy = await import(`${href}?copy`);
copy.initSync({ module });

/** What is called must not depend on the clock: it counts how often it is asked, and no step ends before its work. */
let asked = 0;
Object.defineProperty(performance, "now", { value: () => asked++ });
const CALLED = "called ";
const FOREVER = Number.MAX_SAFE_INTEGER;
const SHOWN_RECORDS = 500;
const SAMPLES = ["hospital", "household", "students"];
/** So much of a table has about a thousand records. */
const FEW_BYTES = 100_000;
const NEW_LINE = 10;
/** As much as the page detects the dialect by. */
const HEAD = 256 << 10;
const MEASURES = [
  "iyengar",
  "precision",
  "precision-cells",
  "distortion",
  "height",
  "entropy",
  "discernibility",
  "dm-star",
  "aecs",
];
const AGGREGATES = ["arithmetic-mean", "geometric-mean", "maximum"];

/** As institutions write them: days first, decimal commas, codes, free text and blanks. */
const MESSY = `nr;geboren;aufnahme;betrag;plz;diagnose;notiz;befragt
1;03.02.1961;2024-01-05 10:15;12,50;04109;J45.1;"ruft an; zweimal";ja
2;17.11.1984;2024-01-06 08:00;1.200,00;04315;E11.9;"sagt ""nein""";nein
3;k. A.;2024-02-11 23:59;;04109;Z99;;ja
4;29.02.1996;2024-03-01 00:00;-3,75;01067;;lang, sehr lang;unbekannt
`;
/** Small ones, of other delimiters, line ends and numbers, with a cell too many, and with a quote that does not end. */
const SMALL = [
  "age,name\n31,Ann\n31,Bob\n45,Cyd\n45,Dan\n",
  "a\tb\tc\n1\t2\t3\n4\t5\t6\n",
  "a|b\nx|1\ny|2\n",
  "1;2;3\n4;5;6\n",
  "\ufeffid,w\r\n1,0.5\r\n2,1e3\r\n",
  "name,age,sex\nAnn,31,f\nBob,45,m,x\n",
  'name,note\nCyd,"52\n',
  "one\nx\n",
];
/** What cannot be read: nothing, a header alone, and what is no UTF-8. */
const REFUSED = [[], [97, NEW_LINE], [97, NEW_LINE, 255, NEW_LINE]];

const encoded = (text) => new TextEncoder().encode(text);

function openedAs(bytes, dialect) {
  const pass = new core.ProfilePass(bytes.subarray(0, HEAD), bytes.length <= HEAD, dialect, {});
  if (pass.encoding === "") throw new Error("A table has an encoding.");
  let table;
  while (table === undefined) {
    pass.push(bytes);
    table = pass.finish();
  }
  pass.sniffed();
  pass.free();
  table.dialect();
  return table;
}

/** As its beginning looks, and in the dialect that was found. */
function opened(bytes) {
  const table = openedAs(bytes, undefined);
  return openedAs(bytes, table.dialect());
}

function looked(table) {
  const { columns } = table.profile();
  for (const { name } of columns) {
    const { spec } = table.suggestHierarchy(name, null);
    table.hierarchy(name, spec, null);
    table.hierarchyBlocks(name, spec, null);
  }
  table.suggestLinks();
}

function encodedBy(table, recipe, bytes) {
  const pass = table.encode(recipe);
  pass.push(bytes, bytes);
  const preparation = pass.finish();
  while (preparation.step() < 1);
  return preparation.finish();
}

function searched(table, settings) {
  const recipe = new core.RecipeHandle(JSON.stringify(settings));
  const search = table.search(recipe);
  while (search.advance(FOREVER).status === "running");
  search.outcome();
  search.unprovable();
  search.neighbours();
  search.releasedHead(SHOWN_RECORDS, recipe);
}

function searchedForUniques(table, settings) {
  const search = table.uniques(new core.RecipeHandle(JSON.stringify({ ...settings, uniques: { k: 2 } })));
  while (search.advance(FOREVER) < 1);
}

/** Every kind of search: of the whole table as it is asked for, and of its beginning by every measure. */
function searchedInEveryWay(table, bytes, handle) {
  const settings = JSON.parse(handle.normalized());
  const whole = encodedBy(table, handle, bytes);
  whole.summary();
  searched(whole, settings);
  const { privacy } = settings;
  const few = encodedBy(table, handle, bytes.subarray(0, bytes.indexOf(NEW_LINE, FEW_BYTES) + 1));
  for (const suppression_limit of [0, 1]) searched(few, { ...settings, privacy: { ...privacy, suppression_limit } });
  for (const measure of MEASURES) searched(few, { ...settings, loss: { measure } });
  searchedForUniques(few, settings);
  for (const aggregate of AGGREGATES) searched(few, { ...settings, loss: { measure: "iyengar", aggregate } });
}

for (const { csv, recipe } of SAMPLES.map((kind) => copy.sample(kind))) {
  const bytes = encoded(csv);
  const table = opened(bytes);
  looked(table);
  searchedInEveryWay(table, bytes, new core.RecipeHandle(recipe));
}
for (const text of [MESSY, ...SMALL]) looked(opened(encoded(text)));
for (const bytes of REFUSED) {
  try {
    opened(Uint8Array.from(bytes));
  } catch {
    continue;
  }
  throw new Error(`these bytes are no table, and were taken for one: ${bytes}`);
}
const called = Object.entries(all).filter(([name, global]) => name.startsWith(CALLED) && global.value === 1);
process.stdout.write(JSON.stringify(called.map(([name]) => Number(name.slice(CALLED.length)))));
