/**
 * The page of a verdict: the browser's bytes are those of `kanon verify --out-html` for the same files.
 *
 * Releases, suppressed cells, sweeps and frontiers.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { commandLine, NO_KANON } from "./command-line";
import { download, drop } from "./job";
import { LONG } from "./marks";
import { persons } from "./table";

let folder = "";
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-verdict-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (name: string) => readFileSync(join(folder, name), "utf8");
const put = (name: string, content: string) => writeFileSync(join(folder, name), content);

/** Runs the program in the folder, and gives its exit code. */
function kanon(line: string): number | null {
  const program = commandLine();
  test.skip(program === null, NO_KANON);
  const { status, stderr } = spawnSync(program ?? "", line.split(" "), { cwd: folder, encoding: "utf8" });
  if (status === 2) throw new Error(stderr);
  return status;
}

const step = (page: Page) => page.locator("kanon-review-step");

async function give(page: Page, names: readonly string[]): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  const files = names.map((name) => ({ name, text: readFileSync(join(folder, name)) }));
  await drop(page, files, step(page));
}

/** What the page saves as its verdict, of a reviewer who says who they are. */
async function saved(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Verdict to save and print" }).click({ timeout: 30_000 });
  await page.getByLabel("Reviewer: name, role, organisation").fill("Ada <Board>");
  return (await download(page, "Save the verdict, HTML")).bytes.toString("utf8");
}

const SAID = '{"reviewer": "Ada <Board>"}';

/** The page of the program by the same files. */
function made(line: string): { html: string; status: number | null } {
  put("said.json", SAID);
  const status = kanon(`verify ${line} --out-html verdict.html --said said.json`);
  return { html: text("verdict.html"), status };
}

async function review(page: Page): Promise<void> {
  await step(page).getByRole("button", { name: "Review", exact: true }).click();
}

const RECIPE = {
  kanon: 1,
  columns: {
    name: { role: "identifier" },
    age: { role: "quasi-identifier", hierarchy: { intervals: { widths: [5, 10, 20] } } },
    sex: { role: "quasi-identifier" },
    zip: { role: "quasi-identifier", hierarchy: { mask: { from: "right" } } },
    education: { role: "quasi-identifier" },
    diagnosis: { role: "sensitive" },
  },
  privacy: { k: 5, suppression_limit: 0.1 },
};

/** A release of persons with its report, by the program. */
function released(recipe: object = RECIPE): void {
  put("persons.csv", persons(300));
  put("recipe.json", JSON.stringify(recipe));
  kanon(
    "anonymize persons.csv --recipe recipe.json --out release.csv --report report.json --recipient-report outside.json",
  );
}

test("of a release with all its files, as it is and with a cell changed", async ({ page }) => {
  released();
  const files = ["release.csv", "report.json", "recipe.json", "persons.csv"];
  const line = "release.csv --report report.json --recipe recipe.json --data persons.csv";
  await give(page, files);
  await review(page);
  const whole = made(line);
  expect(whole.status).toBe(0);
  expect(whole.html).toContain("Every claim of the report that could be checked holds");
  expect(whole.html).toContain("Ada &lt;Board&gt;");
  expect(await saved(page)).toBe(whole.html);

  put("release.csv", text("release.csv").replace(/;flu\n/, ";gout\n"));
  await give(page, files.toReversed());
  await review(page);
  const changed = made(line);
  expect(changed.status).toBe(1);
  expect(changed.html).toContain("The report does not hold");
  expect(changed.html).toContain("ANOTHER");
  expect(await saved(page)).toBe(changed.html);
});

test("of a release with the recipient's report, and of one whose report is of other columns", async ({ page }) => {
  released();
  await give(page, ["release.csv", "outside.json"]);
  await review(page);
  const alone = made("release.csv --report outside.json");
  expect(alone.html).toContain("The release was not compared with its original");
  expect(await saved(page)).toBe(alone.html);

  const { sex: _left, ...columns } = RECIPE.columns;
  put("recipe.json", JSON.stringify({ ...RECIPE, columns }));
  await give(page, ["release.csv", "report.json", "recipe.json", "persons.csv"]);
  await review(page);
  put("said.json", SAID);
  const line = "verify release.csv --report report.json --recipe recipe.json --data persons.csv";
  const program = commandLine() ?? "";
  const { status } = spawnSync(program, `${line} --out-html verdict.html --said said.json`.split(" "), { cwd: folder });
  expect(status).toBe(2);
  expect(text("verdict.html")).toContain("it does not belong to these files");
  expect(await saved(page)).toBe(text("verdict.html"));
});

test("of a release alone, by what the reviewer says of it", async ({ page }) => {
  released();
  await give(page, ["release.csv"]);
  const said = { age: "quasi-identifier", zip: "quasi-identifier", diagnosis: "sensitive" };
  for (const [column, role] of Object.entries(said)) await page.getByLabel(`What ${column} is`).selectOption(role);
  await page.getByLabel("k that should hold").fill("5");
  await page.getByLabel("k that should hold").blur();
  await review(page);
  const { html } = made("release.csv --qi age,zip --k 5 --sensitive diagnosis");
  expect(html).toContain("k was said by the reviewer");
  expect(html).toContain("No report was given");
  expect(await saved(page)).toBe(html);
});

test("of suppressed cells, with and without the original", async ({ page }) => {
  released({ ...RECIPE, uniques: { k: 3, suppress: "strict", policy: { age: 2 } } });
  kanon("uniques persons.csv --recipe recipe.json --out release.csv --report report.json");
  await give(page, ["release.csv", "report.json", "recipe.json", "persons.csv"]);
  await review(page);
  const whole = made("release.csv --report report.json --recipe recipe.json --data persons.csv");
  expect(whole.status).toBe(0);
  expect(await saved(page)).toBe(whole.html);
  await give(page, ["release.csv", "report.json"]);
  await review(page);
  expect(await saved(page)).toBe(made("release.csv --report report.json").html);
});

/** A table as offices have them: decimal commas, days first, leading zeros, and two codes for what is not known. */
function messy(): string {
  const rows = Array.from({ length: 240 }, (_, row) => {
    const day = `${String((row % 28) + 1).padStart(2, "0")}.${String((row % 12) + 1).padStart(2, "0")}.${1950 + (row % 40)}`;
    const cost = row % 17 === 0 ? "-9" : `${100 + (row % 90)},${row % 10}5`;
    const ward = row % 13 === 0 ? "NA" : `00${row % 4}`;
    return `P${String(row).padStart(5, "0")};${day};${ward};${cost};${row % 3 === 0 ? "Grippe" : "Asthma"}`;
  });
  return `Fall;Geburt;Station;Kosten;Diagnose\r\n${rows.join("\r\n")}\r\n`;
}

test("of a messy table: decimal commas, days first, leading zeros, codes for what is missing", async ({ page }) => {
  put("persons.csv", messy());
  put(
    "recipe.json",
    JSON.stringify({
      kanon: 1,
      dialect: { delimiter: ";", quote: '"', header: true, encoding: "utf-8", missing: ["", "NA"] },
      columns: {
        Fall: { role: "identifier" },
        Geburt: {
          role: "quasi-identifier",
          kind: { date: { format: "dd.MM.yyyy" } },
          hierarchy: { dates: { units: ["year", { years: 10 }] } },
        },
        Station: { role: "quasi-identifier" },
        Kosten: { role: "insensitive", missing: ["-9"] },
        Diagnose: { role: "sensitive" },
      },
      privacy: { k: 3, suppression_limit: 0.2 },
    }),
  );
  kanon("anonymize persons.csv --recipe recipe.json --out release.csv --report report.json");
  await give(page, ["release.csv", "report.json", "recipe.json", "persons.csv"]);
  await review(page);
  const whole = made("release.csv --report report.json --recipe recipe.json --data persons.csv");
  expect(whole.status).toBe(0);
  expect(await saved(page)).toBe(whole.html);
});

for (const { kind, settings, line } of [
  {
    kind: "sweep",
    settings: {},
    line: "sweep persons.csv --recipe recipe.json --k-from 2 --k-to 6 --report report.json",
  },
  {
    kind: "sweep over a condition",
    settings: {
      protect: [
        { "k-anonymity": 5 },
        { "l-diversity": { column: "diagnosis", l: 2 } },
        { "t-closeness": { column: "diagnosis", t: 0.6 } },
      ],
    },
    line: "sweep persons.csv --recipe recipe.json --condition 2 --thresholds 1,2,3 --report report.json",
  },
  {
    kind: "frontier",
    settings: { frontier: { space: "full-domain", risk: "highest" } },
    line: "frontier persons.csv --recipe recipe.json --report report.json",
  },
  {
    kind: "frontier of intervals",
    settings: { frontier: { space: "partition", policies: 400 } },
    line: "frontier persons.csv --recipe recipe.json --report report.json",
  },
]) {
  test(`of the report of a ${kind}, whole and with a loss changed`, LONG, async ({ page }) => {
    put("persons.csv", persons(300));
    put("recipe.json", JSON.stringify({ ...RECIPE, ...settings }));
    kanon(line);
    await give(page, ["report.json"]);
    await expect(step(page)).toContainText("Add its recipe and the original.");
    await expect(page.getByRole("button", { name: "Check the report" })).toBeDisabled();
    await give(page, ["persons.csv", "report.json", "recipe.json"]);
    await page.getByRole("button", { name: "Check the report" }).click();
    const whole = made("--report report.json --recipe recipe.json --data persons.csv");
    expect(whole.status).toBe(0);
    expect(whole.html).toContain("Review of a report");
    expect(await saved(page)).toBe(whole.html);
    await check(page, `a reviewed ${kind}`);

    const before = text("report.json");
    const changed = before.replace(/"loss": ?(\d\.\d+)/, (_, loss: string) => `"loss": ${Number(loss) / 2 + 0.01}`);
    expect(changed).not.toBe(before);
    put("report.json", changed);
    await give(page, ["persons.csv", "report.json", "recipe.json"]);
    await page.getByRole("button", { name: "Check the report" }).click();
    const other = made("--report report.json --recipe recipe.json --data persons.csv");
    expect(other.status).toBe(1);
    expect(other.html).toContain("The report does not hold");
    expect(await saved(page)).toBe(other.html);
  });
}

test("of a frontier beside another recipe, with and without that recipe", async ({ page }) => {
  const frontier = { space: "partition", policies: 400, reference: "other.json" };
  put("persons.csv", persons(300));
  put("recipe.json", JSON.stringify({ ...RECIPE, frontier }));
  put("other.json", JSON.stringify({ ...RECIPE, privacy: { k: 20, suppression_limit: 0.2 } }));
  kanon("frontier persons.csv --recipe recipe.json --report report.json");
  await give(page, ["persons.csv", "report.json", "recipe.json"]);
  await page.getByRole("button", { name: "Check the report" }).click();
  await expect(step(page).getByRole("heading", { name: /^The report holds/ })).toBeVisible();
  await expect(step(page).locator(".not-checked")).toContainText(
    "it takes other.json, the recipe to compare with, which was not given",
  );
  await give(page, ["other.json", "persons.csv", "report.json", "recipe.json"]);
  await expect(page.getByLabel("What other.json is").locator("option").first()).toHaveText(
    "the recipe to compare with",
  );
  await page.getByRole("button", { name: "Check the report" }).click();
  const whole = made("--report report.json --recipe recipe.json --data persons.csv");
  expect(whole.status).toBe(0);
  expect(await saved(page)).toBe(whole.html);
  await step(page)
    .getByText(/claims checked$/)
    .click();
  await expect(step(page).getByRole("row", { name: /^policy to compare with/ })).toContainText("yes");
  await check(page, "a reviewed frontier beside another recipe");
  // Another recipe has another policy.
  put("other.json", JSON.stringify({ ...RECIPE, privacy: { k: 2, suppression_limit: 0.2 } }));
  await give(page, ["other.json", "persons.csv", "report.json", "recipe.json"]);
  await page.getByRole("button", { name: "Check the report" }).click();
  await expect(step(page).getByRole("heading", { name: /^The report does not hold/ })).toBeVisible();
});
