/**
 * Policies are tried before one is taken.
 *
 * What Compare shows of a messy file is held against the records of that file.
 */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, goTo } from "./job";
import { FIRST } from "./marks";

interface Visit {
  readonly age: string;
  readonly admitted: string;
  readonly ward: string;
  readonly notes: string;
  readonly diagnosis: string;
}

/** Visits as a hospital has them: -9 and nothing for what is unknown, days first in dates, free text with commas. */
function visits(): Visit[] {
  return Array.from({ length: 240 }, (_, at) => ({
    age: at % 40 === 0 ? "-9" : String(20 + ((at * 7) % 50)),
    admitted: at % 60 === 1 ? "" : `${String(1 + (at % 28)).padStart(2, "0")}/${at % 2 === 0 ? "03" : "09"}/2023`,
    ward: ["North", "South", "Überlingen"][at % 3] ?? "",
    notes: `Seen by Dr ${at}, "fine"`,
    diagnosis: at % 3 === 0 ? "flu" : (["asthma", "angina"][at % 2] ?? ""),
  }));
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const CSV = `age,admitted,ward,notes,diagnosis\n${visits()
  .map((visit) => Object.values(visit).map(quoted).join(","))
  .join("\n")}\n`;

const ages = visits().map(({ age }) => age);
const tens = (age: string) =>
  age === "-9" ? "-9" : `${Math.floor(Number(age) / 10) * 10}-${Math.floor(Number(age) / 10) * 10 + 9}`;
const RECIPE = JSON.stringify({
  kanon: 1,
  columns: {
    age: {
      role: "quasi-identifier",
      kind: { "whole-number": {} },
      missing: ["-9"],
      hierarchy: { rows: [...new Set(ages)].map((age) => [age, tens(age), "*"]) },
    },
    admitted: {
      role: "quasi-identifier",
      kind: { date: { format: "dd/MM/yyyy" } },
      hierarchy: { dates: { units: ["month", "year"] } },
    },
    ward: { role: "quasi-identifier" },
    notes: { role: "identifier" },
    diagnosis: { role: "sensitive" },
  },
  privacy: { k: 5, suppression_limit: 0.1 },
});

async function openVisits(page: Page): Promise<void> {
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "visits.csv", text: CSV },
    { name: "visits.kanon.json", text: RECIPE },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "visits.csv" })).toBeVisible();
  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
}

const step = (page: Page) => page.locator("kanon-compare-step");

/** The cells of the row of a table, by the name of the row. */
async function cells(table: Locator, name: string | RegExp): Promise<string[]> {
  const row = table.getByRole("row").filter({ has: table.page().getByRole("rowheader", { name }) });
  // What was just unfolded is drawn a moment later.
  await expect(row.first()).toBeVisible();
  return (await row.getByRole("cell").allInnerTexts()).map((text) => text.trim());
}

const compared = async (page: Page) => {
  await expect(step(page).getByRole("heading", { name: "The policies" })).toBeVisible();
  await expect(step(page).locator(".stale")).toHaveCount(0);
};

test("what a policy makes of each column is what the records say", async ({ page }) => {
  await openVisits(page);
  await goTo(page, "Compare");
  await compared(page);
  const figures = page.getByRole("group", { name: "Figures of age" });
  const known = ages
    .filter((age) => age !== "-9")
    .map(Number)
    .sort((one, other) => one - other);
  const mean = known.reduce((sum, age) => sum + age, 0) / known.length;
  expect(Number((await cells(figures, "mean"))[0])).toBeCloseTo(mean, 2);
  expect((await cells(figures, "lowest"))[0]).toBe(String(known[0]));
  expect((await cells(figures, "median"))[0]).toBe(String(known[Math.ceil(known.length / 2) - 1]));
  expect((await cells(figures, "records with a missing value"))[0]).toBe(String(ages.length - known.length));

  await page.locator("kanon-compare-step summary", { hasText: /^admitted$/ }).click();
  const dates = page.getByRole("group", { name: "Figures of admitted" });
  // Days come first: the earliest is the first of March, not the third of January.
  expect((await cells(dates, "lowest"))[0]).toBe("2023-03-01");
  expect((await cells(dates, "highest"))[0]).toBe("2023-09-28");
  expect((await cells(dates, "records with a missing value"))[0]).toBe("4");

  const policies = page.getByRole("group", { name: "Policies", exact: true });
  const scoreboard = page.getByRole("complementary", { name: "Scoreboard" });
  const suppressed = (await cells(policies, "suppressed records"))[0]?.split(" ")[0] ?? "?";
  await expect(scoreboard).toContainText(suppressed);
  await check(page, "compare");
});

test("a policy one step away is tried beside the one that was found, and taken", FIRST, async ({ page }) => {
  await openVisits(page);
  const neighbours = page.getByRole("group", { name: "Policies one step finer or coarser" });
  await expect(neighbours.getByRole("button", { name: /^Try / }).first()).toBeVisible();
  const row = neighbours
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: "Take ward one step coarser" }) });
  const suppressed = (await row.getByRole("cell").allInnerTexts())[3]?.trim() ?? "?";
  await row.getByRole("button", { name: "Try ward one step coarser" }).click();
  await compared(page);
  const policies = page.getByRole("group", { name: "Policies", exact: true });
  expect((await cells(policies, "suppressed records"))[1]).toMatch(new RegExp(`^${suppressed} `));
  expect(await cells(policies, /^ward$/)).toContain("*: nothing said");

  // Both policies show the column, and what is marked in one is marked in the other.
  await page.locator("kanon-compare-step summary", { hasText: /^ward$/ }).click();
  const charts = step(page).locator("kanon-mirrored", { hasText: /ward under/ });
  await expect(charts).toHaveCount(2);
  await charts.first().locator("svg").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(charts.first().locator("g.marked")).toHaveCount(1);
  await expect(charts.last().locator("g.marked")).toHaveCount(1);

  await page.getByRole("button", { name: "Take B: ward one step coarser" }).click();
  await goTo(page, "Policy");
  await expect(page.getByRole("heading", { name: "The chosen policy" })).toBeVisible();
  await goTo(page, "Compare");
  await compared(page);
  expect((await cells(policies, "suppressed records"))[0]).toMatch(new RegExp(`^${suppressed} `));
});

test("sensitive values that all of a class have are counted, and two columns are crossed", async ({ page }) => {
  await openVisits(page);
  await goTo(page, "Compare");
  await compared(page);
  // Every third visit is flu, and those are just the ones in North.
  const sensitive = page.getByRole("group", { name: "Sensitive columns" });
  const [, after] = await cells(sensitive, /single value/);
  expect(after).toMatch(/^[1-9]\d* of \d+ classes/);
  await step(page).getByRole("combobox", { name: /^Rows/ }).selectOption("ward");
  await compared(page);
  await step(page)
    .getByRole("combobox", { name: /^Columns/ })
    .selectOption("age");
  const before = page.getByRole("group", { name: "Before, in the groups of A: ward and age" });
  await expect(before).toBeVisible();
  const north = await cells(before, /^North$/);
  const records = north.reduce((sum, text) => sum + (text === "–" ? 0 : Number(text)), 0);
  expect(records).toBe(visits().filter(({ ward }) => ward === "North").length);

  // What nobody generalizes is crossed, too, but for what tells persons apart.
  await expect(step(page)).toContainText("Not crossed: notes (an identifier).");
  await step(page)
    .getByRole("combobox", { name: /^Columns/ })
    .selectOption("diagnosis");
  const ofDiagnoses = page.getByRole("group", { name: "Before, in the groups of A: ward and diagnosis" });
  await expect(ofDiagnoses).toBeVisible({ timeout: 30_000 });
  const heads = await ofDiagnoses.getByRole("columnheader").allInnerTexts();
  const flu = (await cells(ofDiagnoses, /^North$/))[heads.findIndex((head) => head.trim() === "flu") - 1];
  expect(Number(flu)).toBe(visits().filter(({ ward, diagnosis }) => ward === "North" && diagnosis === "flu").length);

  await step(page).getByLabel("Another threshold").fill("0.02");
  await page.keyboard.press("Enter");
  const risks = page.getByRole("group", { name: "Records over a threshold" });
  await expect(risks.getByRole("rowheader", { name: /^2\.0\s?%/ })).toBeVisible();
  await page.getByRole("radio", { name: /left out/ }).check();
  await expect(step(page).getByText("suppressed records", { exact: true }).locator("visible=true")).toHaveCount(1);
});

test("a policy of another k and that of an algorithm are tried, and taken with their k", async ({ page }) => {
  await openVisits(page);
  await page.getByRole("tab", { name: "Every k at once" }).click();
  await page.locator("kanon-sweep").getByLabel("to", { exact: true }).fill("8");
  await page.getByRole("button", { name: "Draw the curve" }).click();
  await expect(page.getByText(/7 of 7 best policies proven in/)).toBeVisible({ timeout: 30_000 });
  const name = "k 8 with a limit of 10.0 %";
  await page.getByRole("button", { name: `Try ${name}` }).click();
  await compared(page);
  const policies = page.getByRole("group", { name: "Policies", exact: true });
  expect(await cells(policies, /^k$/)).toEqual(["5", "8"]);
  // Nobody who is kept has a risk over 1/5 under either; the one of 8 keeps to 1/8, which 0.15 does not exceed.
  const risks = page.getByRole("group", { name: "Records over a threshold" });
  expect((await cells(risks, /^20\.0/)).slice(1)).toEqual(["0", "0"]);

  await goTo(page, "Policy");
  await page.getByRole("tab", { name: "Compare algorithms" }).click();
  await page.getByRole("button", { name: /^Compare \d/ }).click();
  const algorithms = page.getByRole("group", { name: "Comparison of algorithms" });
  await algorithms.getByRole("button", { name: "Try the policy of Datafly" }).click({ timeout: 30_000 });
  await compared(page);
  await expect(policies.getByRole("columnheader", { name: "B: the policy of Datafly" })).toBeVisible();
  // What was tried before can be put back.
  await step(page).getByRole("combobox", { name: /^B/ }).selectOption(name);
  await compared(page);
  const losses = await cells(policies, /loss$/);
  await page.getByRole("button", { name: `Take B: ${name}` }).click();
  await goTo(page, "Policy");
  await expect(page.getByLabel("k, records in the smallest class")).toHaveValue("8");
  await expect(page.locator("kanon-policy-step .figures dd").first()).toHaveText(losses[1] ?? "");
});

test("a policy of the frontier is tried before it is taken", async ({ page }) => {
  await openVisits(page);
  await goTo(page, "Frontier");
  const chart = page.locator("kanon-frontier-chart");
  await expect(chart).toBeVisible({ timeout: 30_000 });
  await page.getByText("The same as a table", { exact: true }).click();
  await page
    .getByRole("button", { name: /^Look at the policy of/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Try it under Compare" }).click();
  // The search of the frontier may still go on; the comparison begins when it has ended.
  await expect(step(page).getByRole("heading", { name: "The policies" })).toBeVisible({ timeout: 40_000 });
  await compared(page);
  await expect(step(page).getByRole("columnheader", { name: /^B: intervals of the frontier/ })).toBeVisible();
});

test("names of columns are shown as in the file", async ({ page }) => {
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "visits.csv", text: CSV.replace("ward", "WARD") },
    { name: "visits.kanon.json", text: RECIPE.replace('"ward"', '"WARD"') },
  ]);
  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
  await goTo(page, "Compare");
  await compared(page);
  await page.locator("kanon-compare-step summary", { hasText: /^WARD$/ }).click();
  await expect(step(page).getByRole("button", { name: "Save figures of WARD as CSV" })).toBeVisible();
});
