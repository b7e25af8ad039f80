/**
 * Tables, recipes and hierarchies that cannot be used: each is refused in one message that says what is wrong and what
 * to do, and the work before it stays.
 */

import { expect, type Page, test } from "@playwright/test";
import { choose, drop, type GivenFile, goTo, open, setRoles } from "./job";
import { FIRST } from "./marks";
import { persons } from "./table";

/** One message, that says what is wrong and what to do. */
async function oneMessage(page: Page): Promise<string> {
  const message = page.getByRole("alert");
  await expect(message).toHaveCount(1);
  await expect(message.locator("p").first()).not.toBeEmpty();
  await expect(message.locator("p").last()).not.toBeEmpty();
  expect(await message.getAttribute("data-code")).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
  return message.innerText();
}

const TABLES: readonly (GivenFile & { what: string })[] = [
  { what: "an empty file", name: "empty.csv", text: "" },
  { what: "a header without records", name: "header.csv", text: "age;sex\n" },
  {
    what: "a file that is no text",
    name: "picture.csv",
    text: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2, 0]),
  },
];

for (const table of TABLES) {
  test(`${table.what} is refused in words, and the study before it stays`, async ({ page }) => {
    await open(page, "persons.csv", persons(300));
    await drop(page, [table]);
    await oneMessage(page);
    await expect(page.getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
    await expect(page.getByText("300 records · 6 columns")).toBeVisible();
    await page.getByRole("button", { name: "Put away" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

const RECIPES: readonly { what: string; text: string; says: RegExp }[] = [
  { what: "a recipe that is no JSON", text: "{ kanon: 1", says: /recipe/i },
  { what: "a recipe with an unknown key", text: '{"kanon": 1, "columns": {}, "privcy": {}}', says: /privcy/ },
];

for (const recipe of RECIPES) {
  test(`${recipe.what} is refused in words, and the settings stay`, async ({ page }) => {
    await open(page, "persons.csv", persons(300));
    await setRoles(page, { age: "quasi-identifier" });
    await drop(page, [{ name: "bad.kanon.json", text: recipe.text }]);
    expect(await oneMessage(page)).toMatch(recipe.says);
    await goTo(page, "Roles");
    await expect(
      page.getByRole("radiogroup", { name: "Role of age" }).getByRole("radio", { name: "quasi-identifier" }),
    ).toBeChecked();
  });
}

test("ragged records are listed by number", FIRST, async ({ page }) => {
  await open(page, "ragged.csv", "a;b;c\n1;2;3\n4;5\n6;7;8\n9;10;11;12\n");
  await page.getByText(/2 records have another number of cells/).click();
  await expect(page.getByText("row 2: 2 cells")).toBeVisible();
  await expect(page.getByText("row 4: 4 cells")).toBeVisible();
});

test("a file that is no UTF-8 is read as a guess that can be corrected by eye", async ({ page }) => {
  await page.goto("/");
  const bytes = Buffer.from("city;age\nM\xfcnchen;30\nK\xf6ln;41\n", "latin1");
  await choose(page, /^Open a file/, [{ name: "cities.csv", text: bytes }]);
  await expect(page.getByText("Which line reads right?")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "München" })).toBeVisible();
  await page.getByRole("radio", { name: /Cyrillic/ }).click();
  await expect(page.getByRole("gridcell", { name: "Mьnchen" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("gridcell", { name: "München" })).toBeVisible();
});

test("a hierarchy file with an error names the row, and nothing is replaced", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, { education: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  const before = await page.locator(".levels").innerText();
  await choose(page, "Import a file", [
    { name: "education.csv", text: "primary;school;*\nsecondary;school;*\nprimary;school;*\n" },
  ]);
  expect(await oneMessage(page)).toMatch(/primary/);
  expect(await page.locator(".levels").innerText()).toBe(before);
});

test("values that a hierarchy misses are counted, and added by one click", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, { education: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  await choose(page, "Import a file", [
    { name: "education.csv", text: "primary;school;*\nsecondary;school;*\nbachelor;university;*\n" },
  ]);
  await page.getByRole("button", { name: "Replace the hierarchy of education" }).click();
  await expect(page.getByRole("heading", { name: /1 value of the data has no row/ })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Steps" })).toContainText("0/1");
  await page.getByRole("button", { name: "Add as its own group" }).click();
  await expect(page.getByRole("heading", { name: /no row/ })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Quasi-identifiers" })).toContainText("3 levels");
});

test("a request that no policy meets says so, and what to change", async ({ page }) => {
  await open(page, "persons.csv", persons(20));
  await setRoles(page, { age: "quasi-identifier" });
  await goTo(page, "Policy");
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("21");
  await k.blur();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await oneMessage(page);
});

test("a hierarchy and a recipe that are no UTF-8 are refused, not mended by guess", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, { education: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  const latin = Buffer.from("primary;fr\xfch;*\n", "latin1");
  await choose(page, "Import a file", [{ name: "hierarchy_education.csv", text: latin }]);
  expect(await oneMessage(page)).toMatch(/hierarchy_education\.csv is not valid utf-8/);
  await page.getByRole("button", { name: "Put away" }).click();
  await drop(page, [{ name: "latin.kanon.json", text: Buffer.from('{"kanon":1,"columns":{"\xfc":{}}}', "latin1") }]);
  expect(await oneMessage(page)).toMatch(/latin\.kanon\.json is not valid utf-8/);
});

test("a quote that is never closed is text, also in a file of which the beginning says nothing", async ({ page }) => {
  for (const records of [60, 80_000]) {
    const lines = Array.from({ length: records }, (_, at) => `${20 + (at % 60)},${at === records - 9 ? '"12' : "12"}`);
    await open(page, "inches.csv", `age,size\n${lines.join("\n")}\n`);
    await expect(page.getByText(`${records.toLocaleString("en")} records`).first()).toBeVisible();
    await expect(page.getByLabel("Quote")).toHaveValue("none");
    await expect(page.getByText("Quotes are taken for text.")).toBeVisible();
  }
});
