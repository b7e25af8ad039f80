/**
 * Measures proofs and unsafe combinations of the built page on the survey: seconds from the press to the answer, and the
 * most memory of the tab meanwhile.
 *
 *     cargo xtask build && node benches/survey.mjs FOLDER proofs 12
 *     node benches/survey.mjs FOLDER uniques 16
 *
 * The folder holds the survey and its hierarchies; its first columns are the quasi-identifiers, at k = 5 and 5 %, and
 * at k = 2 for unsafe combinations. Figures, not verdicts. `CHROMIUM` names the browser.
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tabOf } from "./tab.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { chromium } = createRequire(here("../pkg-config/package.json"))("@playwright/test");
const [folder, what, columns] = process.argv.slice(2);
if (!columns) throw new Error("Name the folder of the survey, `proofs` or `uniques`, and how many columns.");

const file = join(folder, "mach2019.csv");
const [header] = readFileSync(file, "utf8").split(/\r?\n/, 1);
const settings = header.split(";").map((name, place) => {
  if (place >= Number(columns)) return [name, { role: "insensitive" }];
  const lines = readFileSync(join(folder, `hierarchy_${name}.csv`), "utf8").trim().split(/\r?\n/);
  return [name, { role: "quasi-identifier", hierarchy: { rows: lines.map((line) => line.split(";")) } }];
});
const recipe = JSON.stringify({
  kanon: 1,
  dialect: { delimiter: ";", quote: '"', header: true, encoding: "utf-8", missing: [""] },
  columns: Object.fromEntries(settings),
  privacy: { k: 5, suppression_limit: 0.05 },
  uniques: { k: 2 },
});

const page = readFileSync(here("../dist/index.html"));
const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(page));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
const tab = await browser.newPage({ viewport: { width: 1280, height: 860 } });
const button = (name, within = tab) => within.getByRole("button", { name });
const heading = (name, within = tab) => within.getByRole("heading", { name, exact: true });
const goTo = (step) => button(new RegExp(`\\b${step}\\b`), tab.getByRole("navigation", { name: "Steps" })).click();
const timed = async (name, pressed, answer) => {
  memory.forget();
  const begin = performance.now();
  await pressed.click();
  // Asked seldom: to be asked at every frame keeps a processor busy. So seconds are up to half a second too many.
  while (!(await answer.isVisible())) await new Promise((resolve) => setTimeout(resolve, 500));
  const seconds = ((performance.now() - begin) / 1000).toFixed(2);
  console.log(`${name.padEnd(24)}${seconds} s, ${memory.most().toFixed(0)} MB at most`);
};

await tab.goto(`http://127.0.0.1:${server.address().port}/`);
const [chooser] = await Promise.all([tab.waitForEvent("filechooser"), button(/^Open a file/).click()]);
await chooser.setFiles(file);
await tab.getByRole("heading", { level: 1, name: "mach2019.csv" }).waitFor();
const dropped = await tab.evaluateHandle((text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "recipe.json"));
  return data;
}, recipe);
await tab.locator("main").dispatchEvent("drop", { dataTransfer: dropped });
// The page measures the table by itself a moment after its settings changed.
await tab.waitForTimeout(4000);
const memory = await tabOf(browser);
console.log(`${"with the file open".padEnd(24)}${memory.held().toFixed(0)} MB`);
if (what === "uniques") {
  await goTo("Uniques");
  await timed("unsafe combinations", button("Find unsafe combinations"), heading("By size"));
} else {
  await goTo("Policy");
  await timed("search", button(/^Run( again)?$/), heading("The best policy"));
  await goTo("Release");
  const proof = tab.getByRole("region", { name: "Proof for others" });
  await timed("make the proof", button("Make the proof", proof), proof.getByText("The proof is made"));
  await timed("prove again", button("Prove again", proof), heading("The proof holds", proof));
}
await browser.close();
server.close();
