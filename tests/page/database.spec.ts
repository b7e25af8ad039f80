/**
 * A table that stays in its database.
 *
 * From the names of its columns the page goes to the scripts of a release, for each database with the bytes of the
 * command line. Counts that the page's numbers cannot hold are reported to the last digit.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { check } from "./axe";
import { commandLine, NO_KANON } from "./command-line";
import { choose, chooserOf, download, drop, goTo, run, setRoles, write } from "./job";
import { FIRST } from "./marks";

const NASTY = 'place "of"; -- `x` \\';
const TABLE = 'visits."a table.of ""it"""';

/** What `1-extract.sql` gives of some table: few tuples that many people have, and some that one person has. */
const EXTRACT = [
  `age,"${NASTY.replaceAll('"', '""')}",records`,
  ...["it's", "back\\slash", "a;b", "ümlaut"].flatMap((place, row) =>
    [20, 21, 34, 35, 60].map((age, column) => `${age},"${place}",${row === column ? 1 : 5_000_000_000 + row + column}`),
  ),
  "",
].join("\n");

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-database-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dialog = (page: Page, title: string) => page.getByRole("dialog", { name: title });

/** The files of the archive that a dialog hands out. */
async function scripts(page: Page, within: Locator): Promise<Map<string, string>> {
  const { bytes } = await download(page, "All as zip", within);
  const files = Object.entries(unzipSync(new Uint8Array(bytes)));
  return new Map(files.map(([name, content]) => [name, strFromU8(content)]));
}

async function fill(within: Locator, dialect: string): Promise<void> {
  await within.getByRole("combobox", { name: /^Database/ }).selectOption(dialect);
  await within.getByRole("textbox", { name: /^Table/ }).fill(TABLE);
  await within.getByLabel("Schema for what the scripts make").fill("made");
}

/** Holds files against those that the command line writes by the recipe among them. */
function expectAsWritten(kanon: string, files: Map<string, string>, dialect: string, more: readonly string[]): void {
  writeFileSync(join(folder, "table.kanon.json"), files.get("table.kanon.json") ?? "");
  const given = ["sql", ...more, "--recipe", "table.kanon.json", "--dialect", dialect, "--table", TABLE];
  const written = execFileSync(kanon, [...given, "--into", "made", "--out", dialect], {
    cwd: folder,
    encoding: "utf8",
  });
  const names = written
    .trim()
    .split("\n")
    .map((path) => path.slice(dialect.length + 1));
  expect([...files.keys()].sort()).toEqual([...names, "table.kanon.json"].sort());
  for (const name of names) expect(files.get(name), name).toBe(readFileSync(join(folder, dialect, name), "utf8"));
}

async function nameColumns(page: Page): Promise<Locator> {
  await page.goto("/");
  await page.getByRole("button", { name: "Take it to a database" }).click();
  const asked = dialog(page, "Take it to a database");
  await expect(asked).toContainText("it is as sensitive as the table");
  await asked.getByLabel("Quasi-identifiers").fill(`age\n ${NASTY} \n\n`);
  await asked.getByLabel("Other columns of the release").fill("cost");
  return asked;
}

test("from names of columns to the scripts of a release, as the command line writes them", async ({ page }) => {
  const kanon = commandLine();
  test.skip(kanon === null, NO_KANON);
  const asked = await nameColumns(page);
  let ofTable = new Map<string, string>();
  for (const dialect of ["duckdb", "postgres", "spark", "bigquery", "snowflake"]) {
    await fill(asked, dialect);
    await asked.getByRole("button", { name: "Write the scripts" }).click();
    ofTable = await scripts(page, asked);
    expectAsWritten(kanon ?? "", ofTable, dialect, []);
  }
  await check(page, "the dialog of a database");
  await asked.getByRole("button", { name: "Close" }).click();

  const recipe = ofTable.get("extract.kanon.json") ?? "";
  await drop(page, [
    { name: "extract.csv", text: EXTRACT },
    { name: "extract.kanon.json", text: recipe },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "extract.csv" })).toBeVisible();
  await run(page);
  await write(page);
  const report = await download(page, "Report, JSON");
  writeFileSync(join(folder, "extract.csv"), EXTRACT);
  writeFileSync(join(folder, "report.json"), report.bytes);
  expect(JSON.parse(report.bytes.toString()).records).toBeGreaterThan(2 ** 32);
  await page.getByRole("button", { name: "Scripts for the database…" }).click();
  const released = dialog(page, "Scripts for the database");
  await expect(released).toContainText("The maps hold the values of people");
  const chooser = await chooserOf(page, released.getByRole("button", { name: "Choose table.kanon.json…" }));
  const name = "table.kanon.json";
  await chooser.setFiles([{ name, mimeType: "application/json", buffer: Buffer.from(ofTable.get(name) ?? "") }]);
  for (const dialect of ["duckdb", "spark"]) {
    await fill(released, dialect);
    await released.getByRole("button", { name: "Write the scripts" }).click();
    const files = await scripts(page, released);
    expect(files.has("3-release.sql")).toBe(true);
    expectAsWritten(kanon ?? "", files, dialect, ["extract.csv", "--report", "report.json"]);
    const one = await download(page, /^4-verify\.sql/, released);
    expect(one.bytes.toString()).toBe(files.get("4-verify.sql"));
  }
  await check(page, "the dialog of a released extract");
});

test("what no query says is refused with what to do", FIRST, async ({ page }) => {
  const asked = await nameColumns(page);
  await asked.getByRole("textbox", { name: /^Table/ }).fill('a."b');
  await asked.getByRole("button", { name: "Write the scripts" }).click();
  await expect(asked.getByRole("alert")).toContainText("a double quote is not closed");
  const chooser = await chooserOf(page, asked.getByRole("button", { name: "choose a recipe" }));
  const columns = { age: { role: "quasi-identifier" }, name: { role: "identifier", release: { pseudonym: {} } } };
  const recipe = JSON.stringify({ kanon: 1, columns });
  await chooser.setFiles([{ name: "recipe.json", mimeType: "application/json", buffer: Buffer.from(recipe) }]);
  await fill(asked, "postgres");
  await asked.getByRole("button", { name: "Write the scripts" }).click();
  await expect(asked.getByRole("alert")).toContainText("numbers in the order of the rows");
  await expect(asked.getByRole("button", { name: "All as zip" })).toHaveCount(0);
});

test("a column of counts is named under Roles", async ({ page }) => {
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "grouped.csv", text: "sex,town,n\nf,a,7000000000\nm,a,2\nf,b,1\nm,b,3\nf,c,1\nm,c,1\n" },
  ]);
  await setRoles(page, { sex: "quasi-identifier", town: "quasi-identifier" });
  await goTo(page, "Roles");
  await page.getByLabel("A row stands for").selectOption({ label: "as many records as n says" });
  await run(page);
  await write(page);
  const counted = async () => JSON.parse((await download(page, "Report, JSON")).bytes.toString()).records;
  expect(await counted()).toBe(7_000_000_008);
  await goTo(page, "Roles");
  await page.getByLabel("A row stands for").selectOption({ label: "one record" });
  await run(page);
  await write(page);
  expect(await counted()).toBe(6);
});

test("counts beyond the numbers of the page are reported to the last digit, shown as about so many", async ({
  page,
}) => {
  const data = (name: string) => readFileSync(join(__dirname, "../data/huge-counts", name), "utf8");
  await page.goto("/");
  await drop(page, [
    { name: "table.csv", text: data("table.csv") },
    { name: "recipe.json", text: data("recipe.json") },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "table.csv" })).toBeVisible();
  await run(page);
  await expect(page.getByRole("main")).toContainText("≈ 9,223,372,036,854,780,000");
  await write(page);
  const report = (await download(page, "Report, JSON")).bytes.toString();
  expect(report).toContain('"records": 9223372036854775807,');
  expect(JSON.parse(report).policy).toEqual({ a: 1, b: 0 });
  await expect(page.getByRole("main")).not.toContainText("9,223,372,036,854,775,808");
});
