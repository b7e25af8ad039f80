/**
 * Files with ragged records, names that are there twice, or zipped: each has a way on, and the page says what was
 * done.
 */

import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, drop, goTo, open, run, setRoles, write } from "./job";
import { FIRST } from "./marks";

/** Twelve whole records, three ragged ones between them: rows 1, 7 and 15. */
function ragged(): string {
  const whole = (row: number) => `${20 + (row % 3)};f;x${row}\n`;
  const rows = Array.from({ length: 12 }, (_, row) => whole(row));
  return `age;sex;note\n20\n${rows.slice(0, 5).join("")}21;f;x;y\n${rows.slice(5).join("")}22;f\n`;
}

test("ragged records are left out by one click, and every figure says so", async ({ page }) => {
  await open(page, "ragged.csv", ragged());
  await setRoles(page, { age: "quasi-identifier", sex: "insensitive", note: "insensitive" });
  await goTo(page, "Policy");
  const policy = page.locator("kanon-policy-step");
  await expect(policy.getByText(/3 records have another number of cells/)).toBeVisible();
  await policy.getByRole("button", { name: "Leave out 3 ragged records" }).click();
  await page.getByLabel("k, records in the smallest class").fill("2");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await goTo(page, "Release");
  await expect(page.getByText(/3 records left out/)).toBeVisible();
  await write(page);
  await expect(
    page.getByRole("rowheader", { name: /ragged records of the original/, includeHidden: true }),
  ).toBeAttached();
  await goTo(page, "Open");
  await expect(page.getByText("12 records · 3 columns")).toBeVisible();
  const rows = page.locator("kanon-grid tbody th");
  await expect(rows.first()).toHaveText("2");
  await expect(rows.nth(5)).toHaveText("8");
  await page.getByText(/3 records have another number of cells than the header: 3 records left out/).click();
  await expect(page.getByText("row 7: 4 cells")).toBeVisible();
});

test("short records are filled up, and undo refuses them again", async ({ page }) => {
  await open(page, "ragged.csv", ragged());
  await page.getByRole("button", { name: /Give the short ones empty cells, leave the long ones out/ }).click();
  await expect(page.getByText("14 records · 3 columns")).toBeVisible();
  await expect(page.getByText(/1 record left out, 2 records filled up with empty cells/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("15 records · 3 columns")).toBeVisible();
  await expect(page.getByRole("button", { name: /Give the short ones/ })).toBeVisible();
});

/** Twelve records below a title, and a total below them. */
function titled(): string {
  const rows = Array.from({ length: 12 }, (_, row) => `${20 + (row % 3)};f;x${row}\n`);
  return `Survey of 2021;;\nage;sex;note\n${rows.join("")}Total;12;\n`;
}

test("units below the names are named, and left out with a total by one click", async ({ page }) => {
  const units = titled().replace("note\n", "note\nyears;;\n");
  await open(page, "units.csv", units);
  await expect(page.getByText(/2 records may be none, and count as persons/)).toBeVisible();
  await expect(page.getByText(/row 1, years: it has texts where all others have numbers or dates/)).toBeVisible();
  await page.getByRole("button", { name: "Leave out 2 records that may be none" }).click();
  await expect(page.getByText("12 records · 3 columns")).toBeVisible();
});

test("a title is left out, and a total is left out by one click", async ({ page }) => {
  await open(page, "titled.csv", titled());
  await expect(page.getByText("13 records · 3 columns")).toBeVisible();
  await page.getByText("1 row above the table is left out").click();
  await expect(page.getByText("row 1: Survey of 2021")).toBeVisible();
  await expect(page.getByText(/1 record may be none, and counts as a person/)).toBeVisible();
  await expect(page.getByText(/row 13, Total,12: it looks like a total/)).toBeVisible();
  await check(page, "a file with a title and a total");
  await page.getByRole("button", { name: "Leave out 1 record that may be none" }).click();
  await expect(page.getByText("12 records · 3 columns")).toBeVisible();
  await setRoles(page, { age: "quasi-identifier", sex: "insensitive", note: "insensitive" });
  await goTo(page, "Policy");
  await page.getByLabel("k, records in the smallest class").fill("2");
  await run(page);
  await write(page);
  const release = await download(page, /^Release, CSV/);
  expect(release.bytes.toString()).not.toMatch(/Survey|Total/);
  await goTo(page, "Open");
  await page.getByText("1 record left out by number").click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("13 records · 3 columns")).toBeVisible();
});

test("where the names are is said, and undone", async ({ page }) => {
  await open(page, "groups.csv", "Person;\nage;sex\n30;f\n31;m\n32;f\n");
  await expect(page.getByText("3 records · 2 columns")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Person · age" }).first()).toBeVisible();
  await page.getByLabel("First row").selectOption({ label: "the column names" });
  await expect(page.getByText("4 records · 2 columns")).toBeVisible();
  const row = page.getByLabel("Row in which the table begins");
  await row.fill("2");
  await row.press("Tab");
  await expect(page.getByText("3 records · 2 columns")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "age", exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("4 records · 2 columns")).toBeVisible();
  await expect(row).toHaveValue("1");
});

test("columns of one name and without one are told apart, and told", async ({ page }) => {
  await open(page, "twice.csv", "age,note,note,\n30,1,a,x\n31,2,b,y\n32,3,c,z\n");
  await page.getByText(/2 columns are called otherwise than in the header/).click();
  await expect(page.getByText("column 3: note → note (2)")).toBeVisible();
  await expect(page.getByText("column 4: no name → column 4")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "note (2)" }).first()).toBeVisible();
});

test("a zipped file is opened as what is in it, and its release is verified", async ({ page }) => {
  const text = `age;sex\n${Array.from({ length: 20_000 }, (_, row) => `${20 + (row % 40)};${row % 2 === 0 ? "f" : "m"}\n`).join("")}`;
  await page.goto("/");
  await choose(page, /^Open a file/, [{ name: "people.csv.gz", text: gzipSync(text) }]);
  await expect(page.getByText("20,000 records · 2 columns")).toBeVisible();
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier" });
  await run(page);
  await write(page);
  const release = await download(page, /^Release, CSV/);
  expect(release.name).toBe("people.release.csv");
  expect(release.bytes.toString().split("\n").length).toBe(20_002);
});

test("a zipped file that is cut off is told from one that has changed", FIRST, async ({ page }) => {
  await page.goto("/");
  const whole = gzipSync("age;sex\n".repeat(5000));
  await choose(page, /^Open a file/, [{ name: "cut.csv.gz", text: whole.subarray(0, whole.length - 10) }]);
  await expect(page.getByRole("alert")).toContainText("cut.csv.gz is zipped by gzip, and cannot be unzipped");
});

test("JSON that is no recipe is told by what it is", async ({ page }) => {
  await page.goto("/");
  await drop(page, [{ name: "people.json", text: '[{"age": 30}, {"age": 31}]' }]);
  await expect(page.getByRole("alert")).toContainText("not a recipe but a list of 2 entries in JSON");
  await expect(page.getByRole("alert")).toContainText("Save a table as CSV in the program that it comes from");
});

test("of two tables it is asked which is the population", async ({ page }) => {
  await page.goto("/");
  const people = `age,sex,count\n${Array.from({ length: 20 }, (_, row) => `${20 + row},f,50\n`).join("")}`;
  const table = `age,sex\n${Array.from({ length: 40 }, (_, row) => `${20 + (row % 20)},f\n`).join("")}`;
  await drop(page, [
    { name: "town.csv", text: people },
    { name: "patients.csv", text: table },
  ]);
  const question = page.getByRole("dialog", { name: "Which of the two is the table?" });
  await question.getByRole("button", { name: /^patients\.csv/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "patients.csv" })).toBeVisible();
  await expect(page.getByText("town.csv is the population that the frontier looks for people in.")).toBeVisible();
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier" });
  await goTo(page, "Frontier");
  await expect(page.getByText(/Risk is counted in the population of\s+town\.csv/)).toBeVisible();
});

test("a dropped file that may be a hierarchy is asked what it is, and undo brings back what was looked at", async ({
  page,
}) => {
  const regions = ["AT11", "AT12", "AT21", "AT22"];
  const rows = Array.from({ length: 120 }, (_, row) => `${regions[row % 4]},${20 + (row % 30)}`);
  await open(page, "survey.csv", `DB040,age\n${rows.join("\n")}\n`);
  await setRoles(page, { DB040: "quasi-identifier", age: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  const step = page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /Hierarchies/ });
  await expect(step).toContainText("1 proposed hierarchy not looked at");
  const nuts = regions.map((region) => `${region};${region.slice(0, 3)};*`).join("\n");
  await drop(page, [{ name: "nuts.csv", text: nuts }]);
  const question = page.getByRole("dialog", { name: "What is nuts.csv?" });
  await expect(question.getByRole("button")).toContainText([
    /A hierarchy of DB040\s+It has 4 of 4 values/,
    /Another table/,
  ]);
  await question.getByRole("button", { name: /Another table/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "nuts.csv" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "survey.csv" })).toBeVisible();
  await expect(step).toContainText("1 proposed hierarchy not looked at");
  await drop(page, [{ name: "nuts.csv", text: nuts }]);
  await question.getByRole("button", { name: /A hierarchy of DB040/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hierarchies" })).toBeVisible();
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "import nuts.csv" })).toBeVisible();
  await page.keyboard.press("Escape");
  // A list of codes is asked about as well, and what is only a table is not.
  await drop(page, [{ name: "codes.csv", text: regions.map((region, at) => `${region},part ${at}`).join("\n") }]);
  await expect(page.getByRole("dialog", { name: "What is codes.csv?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await drop(page, [{ name: "other.csv", text: `DB040,age\n${rows.slice(0, 40).join("\n")}\n` }]);
  await expect(page.getByRole("heading", { level: 1, name: "other.csv" })).toBeVisible();
});

test("the encoding is guessed by the letters in words, told, and another is taken from the list", async ({ page }) => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  await page.goto("/");
  // Müller and Köln as a Macintosh writes them.
  await choose(page, /^Open a file/, [{ name: "mac.csv", text: latin("id,name\n1,M\x9fller\n2,K\x9aln\n") }]);
  const asked = page.getByRole("group", {
    name: /no UTF-8, and is read as macintosh, as 1 character beyond ASCII fits/,
  });
  await expect(asked.getByRole("radio", { name: /Macintosh.*Müller/ })).toBeChecked();
  await asked.getByRole("radio", { name: /DOS, code page 850.*Mƒller/ }).check();
  await expect(page.getByLabel("Encoding")).toHaveValue("ibm850");
  await expect(page.locator("#preview")).toContainText("Mƒller");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("#preview")).toContainText("Müller");
  const wide = Buffer.from("id,name\n1,Müller\n2,Łódź\n", "utf16le");
  await drop(page, [{ name: "wide.csv", text: wide }]);
  await expect(page.getByText(/without a mark of its encoding, and is read as utf-16le/)).toBeVisible();
  await expect(page.locator("#preview")).toContainText("Łódź");
});

test("no more quasi-identifiers are suggested than a release can have, and more than there may be are told", async ({
  page,
}) => {
  const names = Array.from({ length: 70 }, (_, column) => `age_${column}`);
  const rows = Array.from({ length: 60 }, (_, row) =>
    names.map((_, column) => 20 + ((row * (column + 3)) % 73)).join(","),
  );
  await open(page, "wide.csv", `${names.join(",")}\n${rows.join("\n")}\n`);
  await goTo(page, "Roles");
  await page.getByRole("button", { name: "Use the suggestions" }).click();
  await expect(page.getByText("58 columns are left for you to decide. The reason stands beside each.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Columns to decide" })).toContainText("58 columns to decide");
  await expect(page.locator('tr[data-column="age_69"] .suggestion')).toContainText("12 other columns are surer");
  for (const name of names.slice(12, 65))
    await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
  const toolbar = page.getByRole("toolbar", { name: "Set the role of the selected columns" });
  await toolbar.getByRole("button", { name: /quasi-identifier/ }).click();
  await expect(page.getByText(/65 columns are quasi-identifiers, and at most 64 can be/)).toBeVisible();
});

test("each way to leave records out says which, and long sentences leave every column in sight", async ({ page }) => {
  const rows = Array.from({ length: 40 }, (_, row) => {
    const weight = row === 7 ? "not weighed on this day" : `${50 + row} kg`;
    return `${row % 2 === 0 ? "f" : "m"};${weight};${row % 3 === 0 ? "I10,E11" : "E11,I10"}\n`;
  });
  const text = `sex;weight_in_the_morning_of_the_admission;codes\n${rows.join("")}f;50 kg\n;;\nf;x;y;z\n`;
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, "messy.csv", text);
  await expect(page.getByRole("button", { name: /^Leave .*out/ })).toHaveText([
    "Leave out 1 record that may be none",
    "Leave out 2 ragged records",
  ]);
  const table = page.getByRole("group", { name: "What each column holds" });
  await expect(table).toContainText("40 of 42 values are numbers with the unit");
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Leave out 2 ragged records" }).click();
  await expect(page.getByRole("button", { name: /ragged record/ })).toHaveCount(0);
});
