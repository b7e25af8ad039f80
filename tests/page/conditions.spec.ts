/**
 * Conditions on sensitive columns, and those that count people of a population.
 *
 * They are set in place, searched, reported and released, with the same results as on the command line.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { commandLine } from "./command-line";
import { choose, confirmUntouched, download, drop, figure, goTo, open, run, setRoles, write } from "./job";
import { FIRST } from "./marks";

/** Persons of whom those of one district all have the same diagnosis. */
function clinic(): string {
  const line = (person: number) => {
    const district = person % 6;
    const diagnosis =
      district === 5 ? "asthma" : ["asthma", "flu", "", "fracture"][(Math.floor(person / 6) + district) % 4];
    return `${20 + ((person * 11) % 60)},${person % 2 === 0 ? "f" : "m"},d${district},${diagnosis}`;
  };
  return `age,sex,district,Diagnosis\n${Array.from({ length: 360 }, (_, person) => line(person)).join("\n")}\n`;
}

const ROLES = {
  age: "quasi-identifier",
  sex: "quasi-identifier",
  district: "quasi-identifier",
  Diagnosis: "sensitive",
} as const;

/** The classes of a release with the different known diagnoses in each. */
function fewest(csv: string): number {
  const values = new Map<string, Set<string>>();
  for (const line of csv.trimEnd().split(/\r?\n/).slice(1)) {
    const at = line.lastIndexOf(",");
    const [key, value] = [line.slice(0, at), line.slice(at + 1)];
    if (key === "*,*,*") continue;
    const own = values.get(key) ?? new Set();
    values.set(key, value === "" ? own : own.add(value));
  }
  return Math.min(...[...values.values()].map((own) => own.size));
}

async function search(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Run( again)?$/ }).click();
  await expect(page.getByRole("heading", { name: "The best policy" })).toBeVisible();
  await expect(page.locator(".stale")).toHaveCount(0);
}

test("every class gets different values of a sensitive column, as on the command line", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await run(page);
  await goTo(page, "Policy");
  await page.getByLabel("Ask for more than k").selectOption("on the values of Diagnosis in every class");
  await expect(page.getByText("No value can be read off a class.")).toBeVisible();
  const l = page.getByRole("spinbutton", { name: "ℓ of Diagnosis" });
  await expect(l).toHaveValue("2");
  await l.fill("2.5");
  await l.press("Enter");
  await expect(l).toHaveValue("2");
  await l.fill("3");
  await l.press("Enter");
  await search(page);
  await expect(
    page.getByText(/in every class: at least 3 different values of `Diagnosis` \(the fewest are 3\)/),
  ).toBeVisible();
  await check(page, "conditions");
  await goTo(page, "Release");
  await confirmUntouched(page);
  await write(page);
  const release = await download(page, /^Release, CSV/);
  expect(fewest(release.bytes.toString())).toBe(3);
  const recipe = await download(page, /^Recipe/);
  expect(JSON.parse(recipe.bytes.toString()).protect).toEqual([
    { "k-anonymity": 5 },
    { "l-diversity": { column: "Diagnosis", l: 3 } },
  ]);
  const report = await download(page, /^Report, JSON/);
  const kanon = commandLine();
  if (kanon === null) return;
  const folder = mkdtempSync(join(tmpdir(), "kanon-conditions-"));
  writeFileSync(join(folder, "clinic.csv"), clinic());
  writeFileSync(join(folder, "recipe.json"), recipe.bytes);
  writeFileSync(join(folder, "release.csv"), release.bytes);
  writeFileSync(join(folder, "report.json"), report.bytes);
  const line = (words: string) => execFileSync(kanon, words.split(" "), { cwd: folder }).toString();
  expect(line("anonymize clinic.csv --recipe recipe.json --out own.csv")).toContain("at least 3 different values");
  expect(line("verify release.csv --report report.json --recipe recipe.json --data clinic.csv")).toContain(
    "in every class",
  );
  expect(execFileSync("cmp", ["own.csv", "release.csv"], { cwd: folder }).toString()).toBe("");
  rmSync(folder, { recursive: true });
});

test("conditions are changed, refused with what to do, taken back, and fall with the role of their column", async ({
  page,
}) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await run(page);
  await goTo(page, "Policy");
  const add = page.getByLabel("Ask for more than k");
  await add.selectOption("on the values of Diagnosis in every class");
  const asked = page.getByLabel("what is asked of the values of Diagnosis");
  await asked.selectOption("as mixed as so many equally frequent values (entropy)");
  const l = page.getByRole("spinbutton", { name: "ℓ of Diagnosis" });
  await l.fill("3.5");
  await l.press("Enter");
  await page
    .getByRole("button", { name: "Run again" })
    .or(page.getByRole("button", { name: "Run", exact: true }))
    .click();
  await expect(page.getByText("no policy is valid under these conditions", { exact: false })).toBeVisible();
  await expect(
    page.getByText(/not even the whole table as one class has values of `Diagnosis` as mixed as 3.5/),
  ).toBeVisible();
  await asked.selectOption("distributed nearly as in the whole table (t-closeness)");
  await expect(page.getByRole("spinbutton", { name: "t of Diagnosis" })).toHaveValue("0.3");
  await search(page);
  await expect(page.getByText(/within 0.3 of the whole table's distribution/)).toBeVisible();
  await add.selectOption("on the average risk of the release");
  await search(page);
  await expect(page.getByText(/an average risk of at most 0.05 .* \(it is 0.0/)).toBeVisible();
  await page
    .getByRole("listitem")
    .filter({ hasText: "average risk of the records" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveValue("5");
  await setRoles(page, { Diagnosis: "insensitive" });
  await goTo(page, "Policy");
  await expect(page.getByRole("spinbutton", { name: "t of Diagnosis" })).toHaveCount(0);
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveValue("5");
});

test("every k, and every threshold of a condition, is a curve to pick from", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await goTo(page, "Policy");
  const add = page.getByLabel("Ask for more than k");
  await add.selectOption("on the values of Diagnosis in every class");
  await add.selectOption("on the average risk of the release");
  await search(page);
  const figures = page.locator("kanon-policy-step .figures dd");
  const under = (await figures.first().innerText()).trim();

  await page.getByRole("tab", { name: "Every k at once" }).click();
  await page.locator("kanon-sweep").getByLabel("to", { exact: true }).fill("8");
  await page.getByRole("button", { name: "Draw the curve" }).click();
  await expect(page.getByText(/7 of 7 best policies proven in/)).toBeVisible({ timeout: 30_000 });
  const rows = page.getByRole("group", { name: "Best policies" }).getByRole("row");
  await expect(
    rows
      .filter({ has: page.getByRole("button", { name: /^Take k 5 / }) })
      .locator("td")
      .nth(2),
  ).toHaveText(under);

  await page.getByRole("radio", { name: /^ℓ of Diagnosis/ }).check();
  const list = page.getByLabel("Thresholds: ℓ of Diagnosis");
  await list.fill("1, 2.5");
  await expect(page.getByRole("button", { name: "Draw the curve" })).toBeDisabled();
  await expect(page.getByText("whole numbers from 1 on, separated by commas")).toBeVisible();
  await list.fill("3, 1, 2, 4");
  await page.getByRole("button", { name: "Draw the curve" }).click();
  await expect(page.getByText(/4 of 4 best policies proven in/)).toBeVisible({ timeout: 30_000 });
  await expect(rows.locator("td:nth-child(3)")).toHaveText(["1", "2", "3", "4"]);
  // Of more different values than the whole table has, there is none.
  await expect(rows.last()).toContainText("no policy is valid");
  await expect(rows.nth(2).locator("td").nth(3)).toHaveText(under);
  const three = (await rows.nth(3).locator("td").allInnerTexts()).map((text) => text.trim());
  await check(page, "the curve over a condition");

  await page.getByRole("button", { name: "Try ℓ of Diagnosis: 3" }).click();
  const compared = page.locator("kanon-compare-step");
  await expect(compared.getByRole("heading", { name: "The policies" })).toBeVisible();
  const suppressed = page
    .getByRole("group", { name: "Policies", exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "suppressed records" }) });
  await expect(suppressed.getByRole("cell").nth(1)).toHaveText(new RegExp(`^\\s*${three[4]} `));
  await compared.getByRole("button", { name: "Take B: ℓ of Diagnosis: 3" }).click();
  await goTo(page, "Policy");
  await expect(page.getByRole("spinbutton", { name: "ℓ of Diagnosis" })).toHaveValue("3");
  await expect(figures.first()).toHaveText(three[3] ?? "");
  // The curve is that of every threshold, so that it stays true.
  await page.getByRole("tab", { name: "Every k at once" }).click();
  await expect(page.getByRole("button", { name: "Take ℓ of Diagnosis: 2" })).toBeEnabled();
});

test("what each condition costs is the difference of two best policies", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await goTo(page, "Policy");
  const figures = page.locator("kanon-policy-step .figures dd");
  await search(page);
  const without = (await figures.first().innerText()).trim();
  const add = page.getByLabel("Ask for more than k");
  await expect(page.getByRole("button", { name: "Find what each condition costs" })).toHaveCount(0);
  await add.selectOption("on the values of Diagnosis in every class");
  const l = page.getByRole("spinbutton", { name: "ℓ of Diagnosis" });
  await l.fill("3");
  await l.press("Enter");
  await search(page);
  const diverse = (await figures.first().innerText()).trim();
  await add.selectOption("on the average risk of the release");
  await search(page);
  const under = (await figures.first().innerText()).trim();

  await page.getByRole("button", { name: "Find what each condition costs" }).click();
  const costs = page.getByRole("group", { name: "What each condition costs" });
  await expect(costs.getByRole("row")).toHaveCount(4, { timeout: 30_000 });
  await expect(page.getByText(`Under all conditions the best policy loses ${under}`)).toBeVisible();
  const row = (name: string | RegExp) => costs.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row("all of them").getByRole("cell").first()).toHaveText(without);
  await expect(
    row(/average risk/)
      .getByRole("cell")
      .first(),
  ).toHaveText(diverse);
  await expect(row(/at least 3 different values of `Diagnosis`/)).toBeVisible();
  await check(page, "what each condition costs");

  await row(/average risk/)
    .getByRole("button", { name: /^Take the policy without/ })
    .click();
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveCount(0);
  await expect(l).toHaveValue("3");
  await expect(figures.first()).toHaveText(diverse);
  await expect(page.getByText("The settings have changed since these costs.")).toBeVisible();
});

/** Households of a town, each of which stands for people. */
function survey(): string {
  const lines = Array.from(
    { length: 240 },
    (_, row) => `${20 + (row % 12)},${row % 3 === 0 ? "f" : "m"},${(row % 50) + 1.5}`,
  );
  return `age,sex,weight\n${lines.join("\n")}\n`;
}

/** The town: as many people of each age and sex. */
function town(each: number): string {
  const lines = Array.from({ length: 24 }, (_, place) => `${20 + (place % 12)},${place < 12 ? "f" : "m"},${each}`);
  return `age,sex,count\n${lines.join("\n")}\n`;
}

test("people are asked for where the condition is: counted in a table that is loaded, or by weights", async ({
  page,
}) => {
  await open(page, "survey.csv", survey());
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier", weight: "insensitive" });
  await goTo(page, "Policy");
  const add = page.getByLabel("Ask for more than k");
  const chooser = page.waitForEvent("filechooser");
  await add.selectOption("on the people of the population in every class, in a table of them …");
  const file = { mimeType: "text/csv", buffer: Buffer.from(town(30)) };
  await (await chooser).setFiles([{ name: "town.csv", ...file }]);
  const fewest = page.getByRole("spinbutton", { name: "fewest people" });
  await expect(fewest).toHaveValue("11");
  await expect(page.getByLabel("People of the population")).toHaveValue("population town.csv");
  await fewest.fill("60");
  await fewest.press("Enter");
  await search(page);
  await expect(
    page.getByText(/in every class: at least 60 people of the population \(the fewest are \d+\)/),
  ).toBeVisible();
  expect(Number(await figure(page, "people", "now"))).toBeGreaterThanOrEqual(60);
  // As the table stands, there are the thirty of each age and sex.
  expect(await figure(page, "people", "before")).toBe("30");
  await check(page, "people of a population as a condition");

  // As a risk, with the people that it means.
  await page.getByLabel("how people are asked for").selectOption("so many that the risk is at most");
  const risk = page.getByRole("spinbutton", { name: "greatest risk among people" });
  await risk.fill("0.09");
  await risk.press("Enter");
  await expect(page.getByText(/has at least 12 to choose from/)).toBeVisible();
  await search(page);
  await expect(
    page.getByText(/at least 12 people of the population, for a risk of at most 0.09 \(the fewest are 30\)/),
  ).toBeVisible();
  await goTo(page, "Release");
  await write(page);
  const recipe = await download(page, /^Recipe/);
  expect(JSON.parse(recipe.bytes.toString())).toMatchObject({
    protect: [{ "k-anonymity": 5 }, { "k-map": { risk: 0.09 } }],
    risk: { population: "town.csv" },
  });
  const release = await download(page, /^Release, CSV/);
  const report = await download(page, /^Report, JSON/);
  expect(JSON.parse(report.bytes.toString()).conditions[1].found).toBe(30);
  const kanon = commandLine();
  if (kanon !== null) {
    const folder = mkdtempSync(join(tmpdir(), "kanon-people-"));
    const files = {
      "survey.csv": survey(),
      "town.csv": town(30),
      "recipe.json": recipe.bytes,
      "report.json": report.bytes,
    };
    for (const [name, bytes] of Object.entries({ ...files, "release.csv": release.bytes }))
      writeFileSync(join(folder, name), bytes);
    const line = (words: string) => execFileSync(kanon, words.split(" "), { cwd: folder }).toString();
    line("anonymize survey.csv --recipe recipe.json --out own.csv");
    expect(readFileSync(join(folder, "own.csv")).equals(release.bytes)).toBe(true);
    expect(line("verify release.csv --report report.json --recipe recipe.json --data survey.csv")).toContain("people");
    rmSync(folder, { recursive: true });
  }

  // Others of the same name make it old, and there are too few of them for any class but the widest.
  await goTo(page, "Policy");
  await choose(page, "Load a population…", [{ name: "town.csv", text: town(1) }]);
  await expect(page.locator("kanon-policy-step .stale")).not.toHaveCount(0);
  await search(page);
  await expect(page.getByText(/for a risk of at most 0.09 \(the fewest are/)).toBeVisible();
  await page.getByLabel("People of the population").selectOption("by the weights of weight");
  await search(page);
  await expect(page.getByText(/for a risk of at most 0.09 \(the fewest are/)).toBeVisible();
  await page.getByLabel("People of the population").selectOption("not known");
  await expect(page.getByText("Say how people are counted: before that no policy can be searched.")).toBeVisible();
});

test("the marketer's risk is asked of the whole release, among people that are loaded there", async ({ page }) => {
  await open(page, "survey.csv", survey());
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier", weight: "insensitive" });
  await goTo(page, "Policy");
  const add = page.getByLabel("Ask for more than k");
  const chooser = page.waitForEvent("filechooser");
  await add.selectOption("on the marketer’s risk among the population, in a table of them …");
  const file = { mimeType: "text/csv", buffer: Buffer.from(town(30)) };
  await (await chooser).setFiles([{ name: "town.csv", ...file }]);
  const percent = page.getByRole("spinbutton", { name: "greatest marketer’s risk, percent" });
  await expect(percent).toHaveValue("5");
  // Thirty people of each age and sex: 1 by 60 asks for two of them together.
  await percent.fill("2");
  await percent.press("Enter");
  await search(page);
  await expect(
    page.getByText(/a marketer's risk among the population of at most 0.02 over all records that are kept \(it is 0.0/),
  ).toBeVisible();
  expect(await figure(page, "marketer’s risk, kept", "before")).toBe("3.3 %");
  expect(Number.parseFloat(await figure(page, "marketer’s risk, kept", "now"))).toBeLessThanOrEqual(2);
  // Beside a condition on the people of every class it is said once how they are counted.
  await add.selectOption("on the people of the population in every class");
  await expect(page.getByLabel("People of the population")).toHaveCount(1);
  await check(page, "the marketer's risk as a condition");
  await search(page);
  await goTo(page, "Release");
  await write(page);
  const report = await download(page, /^Report, JSON/);
  const [, marketer] = JSON.parse(report.bytes.toString()).conditions;
  expect(marketer.asked).toEqual({ "marketer-risk": 0.02 });
  expect(marketer.found).toBeLessThanOrEqual(0.02);
});

/** A release that somebody else made: days first, codes, decimal commas, and what is missing. */
const RELEASE = `age;ward;visit;illness;cost;people
20-29;A;03.02.2024;J45;1,5;1.5
30-39;B;11.02.2024;J45;2,5;2
20-29;A;28.01.2024;J45;9,5;1.5
*;*;01.02.2024;J45;3,5;1
30-39;B;30.01.2024;I10;1,5;2
20-29;A;14.02.2024;I10;2,5;1.5
30-39;B;02.02.2024;E11;3,5;2
20-29;A;09.01.2024;J45;9,5;1.5
*;*;17.01.2024;J45;9,5;1
30-39;B;21.02.2024;;1,5;2
`;

test("any finished file is held against conditions, and the verdict is that of the command line", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  const step = page.locator("kanon-review-step");
  await drop(page, [{ name: "a.csv", text: RELEASE }], step);
  await expect(step.getByRole("table", { name: "Columns of the release" })).toBeVisible();
  const say = (column: string, what: string) => page.getByLabel(`What ${column} is`).selectOption(what);
  const add = step.getByLabel("Ask for more than k");
  await expect(add.getByRole("option", { name: /illness/ })).toHaveCount(0);
  for (const column of ["age", "ward"]) await say(column, "quasi-identifier");
  for (const column of ["illness", "cost"]) await say(column, "sensitive");
  for (const column of ["visit", "people"]) await say(column, "insensitive");
  await page.getByLabel("k that should hold").fill("4");
  await add.selectOption("on the values of illness in every class");
  await add.selectOption("on the average risk of the release");
  await add.selectOption("on the people of the population in every class");
  await add.selectOption("on the values of cost in every class");
  await page
    .getByLabel("what is asked of the values of cost")
    .selectOption("distributed nearly as in the whole table (t-closeness)");
  await page.getByLabel("how far values of cost are from each other").selectOption("as far apart as in their order");
  const l = page.getByRole("spinbutton", { name: "ℓ of illness" });
  await l.fill("3");
  await l.press("Enter");
  await expect(step.getByText("Say how the people of the population are counted.")).toBeVisible();
  await step.getByLabel("People of the population").selectOption("by the weights of people");
  await step.getByRole("button", { name: "Review", exact: true }).click();

  await expect(page.getByRole("heading", { name: "4-anonymous", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "3 of 4 conditions beside k do not hold" })).toBeVisible();
  const table = page.getByRole("group", { name: "Conditions" });
  const row = async (name: RegExp) =>
    (
      await table
        .getByRole("row")
        .filter({ has: page.getByRole("rowheader", { name }) })
        .getByRole("cell")
        .allInnerTexts()
    ).map((text) => text.trim());
  expect(await row(/3 different values of `illness`/)).toEqual(["no", "the fewest are 2", "2", "1", "4"]);
  expect(await row(/average risk of at most 0.05/)).toEqual(["no", "it is 0.2500", "2", "0", "0"]);
  expect(await row(/at least 11 people/)).toEqual(["no", "the fewest are 6", "2", "2", "8"]);
  expect((await row(/values of `cost` within 0.3/))[0]).toBe("yes");
  const worst = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "figure" }) });
  await expect(worst.first().getByRole("row").nth(1)).toHaveText(/20-29\s*A\s*4\s*2/);
  // Illness has a condition, and the suppressed records are of none: they are looked at all the same.
  await expect(
    page.getByText(/All records of which every quasi-identifier is blank \(2\) have one value/),
  ).toBeVisible();
  await check(page, "conditions of a finished file");

  await page.getByRole("button", { name: "Verdict to save and print" }).click();
  const verdict = await download(page, "Save the verdict, HTML");
  const kanon = commandLine();
  if (kanon !== null) {
    const folder = mkdtempSync(join(tmpdir(), "kanon-review-"));
    writeFileSync(join(folder, "a.csv"), RELEASE);
    const protect = [
      { "l-diversity": { column: "illness", l: 3 } },
      { "average-risk": 0.05 },
      { "k-map": 11 },
      { "t-closeness": { column: "cost", t: 0.3, distance: "ordered" } },
    ];
    const roles = "--qi age,ward --k 4 --sensitive illness,cost --insensitive visit,people --weight-column people";
    const line = ["verify", "a.csv", ...roles.split(" "), "--protect", JSON.stringify(protect), "--out-html", "v.html"];
    const { status } = spawnSync(kanon, line, { cwd: folder });
    expect(status).toBe(1);
    expect(readFileSync(join(folder, "v.html"), "utf8")).toBe(verdict.bytes.toString());
    rmSync(folder, { recursive: true });
  }

  // Another number makes the answer old; a column that is not sensitive any more is asked for nothing.
  await l.fill("2");
  await l.press("Enter");
  await expect(step.locator(".stale")).toHaveCount(1);
  await step.getByRole("button", { name: "Review", exact: true }).click();
  await expect(page.getByRole("heading", { name: "2 of 4 conditions beside k do not hold" })).toBeVisible();
  await say("illness", "insensitive");
  await expect(l).toHaveCount(0);
});

test("a finished file is held against a population that is given with it", async ({ page }) => {
  const release = `age,sex\n${"20-29,f\n".repeat(3)}${"30-39,m\n".repeat(2)}`;
  const people = "age,sex,count\n21,f,9\n25,f,3\n33,m,7\n33,f,50\n";
  const qi = (rows: string[][]) => ({ role: "quasi-identifier", hierarchy: { rows } });
  const recipe = {
    kanon: 1,
    columns: {
      age: qi(["21", "25", "33"].map((age) => [age, age === "33" ? "30-39" : "20-29", "*"])),
      sex: qi(["f", "m"].map((sex) => [sex, "*"])),
    },
    protect: [{ "k-map": 7 }],
    risk: { population: "town.csv" },
  };
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  const step = page.locator("kanon-review-step");
  const files = [
    { name: "a.csv", text: release },
    { name: "recipe.json", text: JSON.stringify(recipe) },
    { name: "town.csv", text: people },
  ];
  await drop(page, files, step);
  const told = page.getByRole("table", { name: "Files of the review" });
  await expect(told.getByText("it has the name of the population")).toBeVisible();
  await expect(step.getByLabel("People of the population")).toHaveValue("");
  await expect(step.getByText("counted in town.csv")).toHaveCount(1);
  const verdict = async () => {
    await step.getByRole("button", { name: "Review", exact: true }).click();
    return page.getByRole("group", { name: "Conditions" }).getByRole("row").nth(1);
  };
  await expect(await verdict()).toHaveText(/at least 7 people of the population.*yes.*the fewest are 7/s);
  // Of more people it cannot be known whether the two records are among the seven, or of nine in all.
  const fewest = page.getByRole("spinbutton", { name: "fewest people" });
  await fewest.fill("8");
  await fewest.press("Enter");
  await expect(await verdict()).toHaveText(/at least 8 people.*in 1 of 2 classes too few/s);
  await fewest.fill("10");
  await fewest.press("Enter");
  await expect(await verdict()).toHaveText(/at least 10 people.*the fewest are 9, if every record/s);
  // Without it nobody can be counted, and the other conditions would be.
  await page.getByRole("button", { name: "Take away town.csv" }).click();
  await expect(await verdict()).toHaveText(/at least 10 people.*Give the table of the population as well/s);
});

test("k is also said as the risk that it may leave, to the letter", FIRST, async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await goTo(page, "Policy");
  await page.getByText("What k and the limit mean here, and what others use").click();
  const risk = page.getByRole("spinbutton", { name: "greatest risk of a record, percent" });
  const k = page.getByRole("spinbutton", { name: "k, records in the smallest class" });
  await expect(risk).toHaveValue("20");
  for (const [percent, means] of [
    ["9", "12"],
    ["33", "4"],
    ["5", "20"],
  ] as const) {
    await risk.fill(percent);
    await risk.press("Enter");
    await expect(k).toHaveValue(means);
  }
  await expect(page.getByText("A risk of at most 5 % takes k = 20: 1 ÷ 20 is 5 %.")).toBeVisible();
  await risk.fill("0");
  await risk.press("Enter");
  await expect(k).toHaveValue("20");
});

test("classes of one value are warned about where a sensitive column has no condition", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await run(page);
  await expect(page.getByText("A class may have one value of Diagnosis: nothing else is asked there.")).toBeVisible();
  await write(page);
  const alike = /classes? with \d+ records all records have one value of the sensitive column/;
  await expect(page.getByText(alike)).toBeVisible();
  const report = JSON.parse((await download(page, /^Report, JSON/)).bytes.toString());
  expect(JSON.stringify(report.disclosure)).toContain("classes-alike");
  const release = await download(page, /^Release, CSV/);
  await goTo(page, "Review");
  const step = page.locator("kanon-review-step");
  await drop(page, [{ name: "a.csv", text: release.bytes }], step);
  for (const [column, role] of Object.entries(ROLES)) await page.getByLabel(`What ${column} is`).selectOption(role);
  const k = page.getByLabel("k that should hold");
  await k.fill("5");
  await k.press("Enter");
  await step.getByRole("button", { name: "Review", exact: true }).click();
  await expect(step.getByText(alike)).toBeVisible();
});

test("a point of a frontier of levels under a condition is released with the k of that point", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await goTo(page, "Policy");
  await page.getByLabel("Ask for more than k").selectOption("on the values of Diagnosis in every class");
  await goTo(page, "Frontier");
  const step = page.locator("kanon-frontier-step");
  await expect(step.getByText("A frontier of intervals knows the sizes of classes alone")).toBeVisible();
  await step.getByRole("button", { name: "Search levels of the hierarchies" }).click();
  await expect(step.getByText("Exact", { exact: true })).toBeVisible({ timeout: 60_000 });
  await step.getByRole("img", { name: /Arrow keys walk along the frontier/ }).focus();
  for (const key of ["Home", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await step.getByRole("button", { name: "Take this policy for the release" }).click();
  const line = page.getByText(/Released: frontier point, k = \d+/);
  await expect(line).toBeVisible({ timeout: 30_000 });
  const k = Number(/k = (\d+)/.exec(await line.innerText())?.[1]);
  expect(k).toBeGreaterThan(5);
  await write(page);
  const report = JSON.parse((await download(page, "Report, JSON")).bytes.toString("utf8"));
  expect(report.k).toBe(k);
  const sizes = new Map<string, number>();
  const rows = (await download(page, /^Release, CSV/)).bytes.toString("utf8").trimEnd().split(/\r?\n/).slice(1);
  for (const row of rows) {
    const of = row.slice(0, row.lastIndexOf(","));
    sizes.set(of, (sizes.get(of) ?? 0) + 1);
  }
  sizes.delete("*,*,*");
  expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(k);
});
