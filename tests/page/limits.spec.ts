/**
 * Columns with too many values to run: the page says so, why, and what to do; those with an order run. Long work shows
 * how far it is.
 */

import { writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { check } from "./axe";
import { choose, chooserOf, figure, goTo, open, setRole, setRoles } from "./job";
import { LONG } from "./marks";

/** More distinct values than the page keeps of a column. */
const TOO_MANY = 260_000;
const MANY = 60_000;
const COLUMNS = 4;

/** A number for each record that no other has, and its age. */
function numbered(records: number): string {
  const lines = ["number,age"];
  for (let record = 0; record < records; record += 1) lines.push(`n${record},${20 + (record % 50)}`);
  return lines.join("\n");
}

/** Columns in which each record has a value of its own, and hierarchies that take a while to build. */
function codes(records: number): { table: string; recipe: string } {
  const names = Array.from({ length: COLUMNS }, (_, column) => `code${column}`);
  const lines = [names.join(",")];
  for (let record = 0; record < records; record += 1) {
    const cells = names.map((_, column) => String((record * (7919 + 2 * column)) % 1_000_003).padStart(12, "0"));
    lines.push(cells.join(","));
  }
  const column = { role: "quasi-identifier", hierarchy: { mask: { from: "right" } } };
  const columns = Object.fromEntries(names.map((name) => [name, column]));
  return { table: lines.join("\n"), recipe: JSON.stringify({ kanon: 1, columns }) };
}

test("where a column has too many values to run, the page says so, why, and what to do", async ({ page }) => {
  await open(page, "numbered.csv", numbered(TOO_MANY));
  await setRoles(page, { number: "quasi-identifier", age: "quasi-identifier" });
  await goTo(page, "Policy");
  const trouble = page.getByRole("alert").filter({ hasText: "more than 250000 distinct values" });
  await expect(trouble).toContainText("column `number`");
  await expect(trouble).toContainText("give the column another role, or use the command line");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
  await check(page, "a column of too many values");

  await goTo(page, "Roles");
  await setRole(page, "number", "identifier");
  await goTo(page, "Policy");
  await expect(trouble).toHaveCount(0);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("region", { name: "Run" })).toContainText("Proven best", { timeout: 30_000 });
});

/** A moment for each record that no other has, to the second, and its age. */
function moments(records: number): string {
  const lines = ["seen,age"];
  for (let record = 0; record < records; record += 1) {
    const moment = new Date(Date.UTC(2024, 0, 1) + record * 61_000).toISOString().slice(0, 19);
    lines.push(`${moment},${20 + (record % 50)}`);
  }
  return lines.join("\n");
}

test("timestamps are coarsened by days and longer, however many there are", LONG, async ({ page }) => {
  await open(page, "moments.csv", moments(TOO_MANY));
  await setRoles(page, { seen: "quasi-identifier", age: "quasi-identifier" });
  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("region", { name: "Run" })).toContainText("Proven best", { timeout: 60_000 });
});

test("columns with the same trouble are told of together", async ({ page }) => {
  const table = numbered(TOO_MANY)
    .split("\n")
    .map((line) => `${line.split(",")[0]},${line}`);
  await open(page, "twice.csv", ["first,number,age", ...table.slice(1)].join("\n"));
  await setRoles(page, { first: "quasi-identifier", number: "quasi-identifier" });
  await goTo(page, "Policy");
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.getByRole("alert")).toContainText("In column first, number");
});

test("building hierarchies of many values shows how far it is, and can be cancelled", LONG, async ({ page }) => {
  const { table, recipe } = codes(MANY);
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "codes.kanon.json", text: recipe },
    { name: "codes.csv", text: table },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "codes.csv" })).toBeVisible({ timeout: 30_000 });
  await goTo(page, "Policy");
  // Every word that the bar shows from here on.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => seen.push(document.querySelector("kanon-run-bar")?.textContent ?? "");
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const bar = page.getByRole("region", { name: "Run" });
  await expect(bar).toContainText(/preparing|closed|Proven/, { timeout: 30_000 });
  const cancel = bar.getByRole("button", { name: "Cancel" });
  if (await cancel.isVisible()) await cancel.click();
  await expect(page.getByRole("button", { name: /^Run( again)?$/ })).toBeVisible({ timeout: 30_000 });
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.some((text) => text.includes("preparing codes.csv"))).toBe(true);
});

test(
  "a file that is too large to be measured by itself says so, and is measured when it is asked for",
  LONG,
  async ({ page }) => {
    // As large a file by its notes as it takes; its records are few.
    const lines = ["age,sex,note"];
    for (let record = 0; record < 700; record += 1)
      lines.push(`${20 + (record % 7)},${record % 2 === 0 ? "f" : "m"},${"x".repeat(100_000)}`);
    const path = test.info().outputPath("large.csv");
    writeFileSync(path, lines.join("\n"));
    await page.goto("/");
    const chooser = await chooserOf(page, page.getByRole("button", { name: /^Open a file/ }));
    await chooser.setFiles(path);
    await expect(page.getByRole("heading", { level: 1, name: "large.csv" })).toBeVisible({ timeout: 30_000 });
    await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier", note: "identifier" });
    const board = page.getByRole("complementary", { name: "Scoreboard" });
    await expect(board.getByRole("button", { name: "Measure it now" })).toBeVisible();
    expect(await figure(page, "k", "before")).toBe("–");
    await board.getByRole("button", { name: "Measure it now" }).click();
    await expect.poll(() => figure(page, "k", "before")).toBe("50");
    await expect(board.getByRole("button", { name: "Measure it now" })).toHaveCount(0);
  },
);
