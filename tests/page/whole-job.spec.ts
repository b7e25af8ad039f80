/**
 * The whole job: a table is opened, made 5-anonymous, written, verified and downloaded. The ways in which a table is
 * opened.
 */

import { expect, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { download, drop, figure, goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { FIRST } from "./marks";
import { persons, QUASI_IDENTIFIERS, readReleased } from "./table";

const RECORDS = 1200;

test("a table is opened, made 5-anonymous, written, verified and downloaded", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(RECORDS));
  await expect(page.getByText("1,200 records · 6 columns")).toBeVisible();
  await setRoles(page, PERSON_ROLES);
  await expect.poll(() => figure(page, "k", "before")).toBe("1");
  await run(page);
  await expect.poll(() => figure(page, "unique", "now")).toBe("0.0 %");
  await write(page);

  const release = await download(page, /^Release, CSV/);
  expect(release.name).toBe("persons.release.csv");
  const found = readReleased(release.bytes.toString("utf8"), QUASI_IDENTIFIERS);
  expect(found.header).toEqual(["age", "sex", "zip", "education", "diagnosis"]);
  expect(found.records).toBe(RECORDS);
  expect(found.smallest).toBeGreaterThanOrEqual(5);
  expect(found.suppressed).toBeLessThanOrEqual(0.05 * RECORDS);
  expect(found.smallest.toLocaleString("en")).toBe(await figure(page, "k", "now"));
  expect(found.suppressed.toLocaleString("en")).toBe(await figure(page, "suppressed", "now"));

  const report = JSON.parse((await download(page, "Report, JSON")).bytes.toString("utf8"));
  expect(report.suppressed_records).toBe(found.suppressed);
  expect(report.optimal).toBe(true);

  const zip = unzipSync(new Uint8Array((await download(page, "All as zip")).bytes));
  expect(Object.keys(zip).sort()).toEqual([
    "for the recipient/persons.recipient-report.json",
    "for the recipient/persons.release.csv",
    ...["01 age", "02 sex", "03 zip", "04 education"].map((name) => `for you/hierarchies/${name}.csv`),
    "for you/persons.kanon.json",
    "for you/persons.report.json",
  ]);
  expect(strFromU8(zip["for you/hierarchies/02 sex.csv"] ?? new Uint8Array())).toContain("female;*");
  // Nothing that goes to the recipient holds the original's identifiers.
  for (const name of Object.keys(zip).filter((path) => path.startsWith("for the recipient/")))
    expect(strFromU8(zip[name] ?? new Uint8Array())).not.toContain("person 7");
  const read = (name: string) => JSON.parse(strFromU8(zip[name] ?? new Uint8Array()));
  const recipe = read("for you/persons.kanon.json");
  expect(recipe.columns.age.role).toBe("quasi-identifier");
  // What goes out does not tell by which digest a guess of the original could be tried.
  const own = read("for you/persons.report.json");
  const outside = read("for the recipient/persons.recipient-report.json");
  for (const key of ["input_sha256", "recipe_sha256"]) {
    expect(own[key]).toMatch(/^[0-9a-f]{64}$/);
    expect(outside).not.toHaveProperty(key);
  }
  // It says what it is, and its figures are those of the report.
  expect(own).not.toHaveProperty("edition");
  expect(outside.edition).toBe("external");
  for (const key of ["policy", "k", "records", "output_sha256"]) expect(outside[key]).toEqual(own[key]);
});

test("a saved recipe gives the same release again", async ({ page }) => {
  const table = persons(RECORDS, 3);
  await open(page, "persons.csv", table);
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  const first = await download(page, /^Release, CSV/);
  const recipe = await download(page, "Recipe, JSON");

  await page.goto("/");
  await page.getByRole("button", { name: /^Open a file/ }).waitFor();
  await drop(page, [
    { name: "persons.csv", text: table },
    { name: recipe.name, text: recipe.bytes },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
  await run(page);
  await write(page);
  const second = await download(page, /^Release, CSV/);
  expect(second.bytes.equals(first.bytes)).toBe(true);
});

test("a dropped file opens from any step", FIRST, async ({ page }) => {
  await open(page, "first.csv", persons(300));
  await goTo(page, "Roles");
  await drop(page, [{ name: "second.csv", text: persons(40) }]);
  await expect(page.getByRole("heading", { level: 1, name: "second.csv" })).toBeVisible();
  await expect(page.getByText("40 records · 6 columns")).toBeVisible();
});

test("a pasted table opens", FIRST, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /^Paste/ }).click();
  await page.getByLabel(/^Rows from a spreadsheet/).fill("a\tb\n1\t2\n3\t4\n");
  await page.getByRole("button", { name: "Open the pasted table" }).click();
  await expect(page.getByText("2 records · 2 columns")).toBeVisible();
});

test("the address asks for the sample, and it runs at once", async ({ page }) => {
  await page.goto("/#sample");
  await expect(page.getByText("20,000 records").first()).toBeVisible();
  await run(page);
  await expect.poll(() => figure(page, "unique", "now")).toBe("0.0 %");
});

test("a table and its hierarchies are dropped together", FIRST, async ({ page }) => {
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  await drop(page, [
    { name: "persons.csv", text: persons(400) },
    { name: "hierarchy_sex.csv", text: "female;*\nmale;*\n" },
    {
      name: "hierarchy_education.csv",
      text: "primary;school;*\nsecondary;school;*\nbachelor;university;*\nmaster;university;*\n",
    },
  ]);
  const list = page.getByRole("navigation", { name: "Quasi-identifiers" });
  await expect(list).toContainText("sex");
  await expect(list).toContainText("3 levels");
  await run(page);
});
