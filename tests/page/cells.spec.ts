/**
 * A release with suppressed cells.
 *
 * Board, report and `kanon verify` are held against each other. The files are reviewed, whole and changed, and signed.
 * Undo, changed settings and a recipe that chose the cells are tested too.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { commandLine, NO_KANON } from "./command-line";
import { download, drop, figure, findUnsafe, goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { LONG } from "./marks";
import { persons, wide } from "./table";

const RECORDS = 200;

/** What the page hands out of a release. */
interface Handed {
  readonly release: Buffer;
  readonly report: Buffer;
  readonly recipe: Buffer;
}

interface Report {
  readonly kind: string;
  readonly k: number;
  readonly unsafe_records: number;
  readonly suppressed_cells: number;
  readonly chosen?: { readonly cells?: { readonly why?: string } };
  readonly disclosure?: readonly { readonly code: string }[];
}

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-cells-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The line that says what is released. */
function line(page: Page): Locator {
  return page.getByRole("region", { name: "What is released" }).getByRole("status");
}

/** Suppresses cells such that every reading is safe, and takes them for the release. */
async function takeCells(page: Page): Promise<void> {
  await goTo(page, "Uniques");
  await page.getByLabel("Unsafe when fewer records than").fill("3");
  await page.keyboard.press("Enter");
  await findUnsafe(page);
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await page.getByRole("button", { name: "Release with these cells suppressed" }).click({ timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1, name: "Release" })).toBeVisible();
  await expect(line(page)).toContainText("Released: suppressed cells, k = 3 · then:");
}

async function handed(page: Page): Promise<Handed> {
  return {
    release: (await download(page, /^Release, CSV/)).bytes,
    report: (await download(page, "Report, JSON")).bytes,
    recipe: (await download(page, "Recipe, JSON")).bytes,
  };
}

/** Has the command line work in a folder with what the page handed out, and gives its words. */
function kanon(files: Handed, ...arguments_: readonly string[]): string {
  return kanonOf(persons(RECORDS), files, ...arguments_);
}

function kanonOf(data: string, { release, report, recipe }: Handed, ...arguments_: readonly string[]): string {
  const program = commandLine();
  test.skip(program === null, NO_KANON);
  const place = (name: string, bytes: Buffer | string) => writeFileSync(join(folder, name), bytes);
  place("release.csv", release);
  place("report.json", report);
  place("recipe.json", recipe);
  place("persons.csv", data);
  return execFileSync(program ?? "", arguments_, {
    encoding: "utf8",
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

const VERIFY = ["verify", "release.csv", "--report", "report.json", "--recipe", "recipe.json", "--data", "persons.csv"];

test.beforeEach(async ({ page }) => {
  await open(page, "persons.csv", persons(RECORDS));
  await setRoles(page, PERSON_ROLES);
});

test("suppressed cells are released, verified and handed out, and the command line agrees", async ({ page }) => {
  await takeCells(page);
  await page.getByLabel("Why this one").fill("fewer losses than any policy");
  await page.getByLabel("Why this one").blur();
  await check(page, "release of cells before it is written");
  await write(page);
  await expect(page.getByRole("heading", { name: /^Verified/ })).toBeVisible();
  await check(page, "release of cells");
  const files = await handed(page);
  const report = JSON.parse(files.report.toString()) as Report;
  expect(report).toMatchObject({ kind: "uniques", k: 3, chosen: { cells: { why: "fewer losses than any policy" } } });
  const stars = files.release.toString().split("*").length - 1;
  expect(report.suppressed_cells).toBe(stars);
  // Board, line and report say the same.
  expect(await figure(page, "cells", "now")).toBe(stars.toLocaleString("en"));
  expect(await figure(page, "unsafe", "before")).toBe(report.unsafe_records.toLocaleString("en"));
  expect(await figure(page, "unsafe", "now")).toBe("0");
  expect(await figure(page, "k", "now")).toBe("≥ 3");
  await expect(line(page)).toContainText(`${stars.toLocaleString("en")} cells suppressed`);
  const words = kanon(files, ...VERIFY);
  expect(words).toContain("holds: every byte is the original's");
  expect(words).toContain("holds: what was chosen: claimed");
  expect(words).not.toContain("FAILS");
  kanon(files, "anonymize", "persons.csv", "--recipe", "recipe.json", "--out", "again.csv", "--report", "again.json");
  expect(readFileSync(join(folder, "again.csv")).equals(files.release)).toBe(true);
  const own = JSON.parse(readFileSync(join(folder, "again.json"), "utf8"));
  expect({ ...own, seconds: 0 }).toEqual({ ...report, seconds: 0 });
  // What the page checked is what the command line checks.
  await page.getByText(/claims checked/).click();
  const checked = page.getByRole("group", { name: "Claims checked" });
  for (const claim of [
    "what was chosen",
    "suppressed cells",
    "records that are still unsafe",
    "SHA-256 of the release",
  ])
    await expect(checked.getByRole("row", { name: new RegExp(`^${claim} yes`) })).toBeVisible();
});

test("undo takes suppressed cells back, and changed settings drop them", async ({ page }) => {
  await run(page);
  await goTo(page, "Release");
  await expect(line(page)).toContainText("Released: best policy");
  const loss = await figure(page, "loss", "now");
  await takeCells(page);
  await expect(page.getByRole("button", { name: "loss", exact: true })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(line(page)).toContainText("Released: best policy");
  expect(await figure(page, "loss", "now")).toBe(loss);
  await page.getByRole("button", { name: /^Release with [\d,]+ cells? suppressed/ }).click();
  await expect(line(page)).toContainText("Released: suppressed cells, k = 3");
  await page.getByRole("button", { name: "Release the best policy" }).click();
  await expect(line(page)).toContainText("Released: best policy");
  await page.keyboard.press("Control+z");
  await expect(line(page)).toContainText("Released: suppressed cells, k = 3");
  await goTo(page, "Compare");
  await expect(page.getByText("Release suppresses single cells in place of a policy.")).toBeVisible();
  await goTo(page, "Uniques");
  await page.getByLabel("Unsafe when fewer records than").fill("4");
  await page.keyboard.press("Enter");
  await goTo(page, "Release");
  await expect(line(page)).toContainText("Released: best policy");
});

test("cells end with the settings they were made under, which says why, and undo brings them back", async ({
  page,
}) => {
  await takeCells(page);
  await goTo(page, "Policy");
  const k = page.getByLabel("k, records in the smallest class");
  const before = Number(await k.inputValue());
  await k.fill(String(before + 1));
  await page.keyboard.press("Enter");
  await expect(page.getByText("The suppressed cells were found under other settings")).toBeVisible();
  // Without a policy there is nothing to release any more.
  const release = page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /\bRelease\b/ });
  await expect(release).toBeDisabled();
  await k.blur();
  await page.keyboard.press("Control+z");
  await goTo(page, "Release");
  await expect(line(page)).toContainText("Released: suppressed cells, k = 3");
  // They are found again where the table was read anew.
  await write(page);
  await expect(page.getByRole("heading", { name: /^Verified/ })).toBeVisible();
});

test("conditions beside k and single cells are kept apart where either is chosen", async ({ page }) => {
  await takeCells(page);
  await goTo(page, "Policy");
  await page.getByLabel("Ask for more than k").selectOption("on the average risk of the release");
  await expect(page.getByText("The suppressed cells were found under other settings")).toBeVisible();
  await expect(page.getByText("These conditions hold for a policy. Single cells")).toBeVisible();
  await goTo(page, "Uniques");
  await findUnsafe(page);
  await expect(page.getByText("Cells can be suppressed for k alone")).toBeVisible();
  await expect(page.getByRole("button", { name: "Suppress cells" })).toHaveCount(0);
  await check(page, "uniques beside conditions");
  await page.getByRole("button", { name: "To these conditions under Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Policy" })).toBeVisible();
});

test("a recipe that chose suppressed cells has them found when it is opened", LONG, async ({ page }) => {
  await takeCells(page);
  await write(page);
  const files = await handed(page);
  await page.reload();
  await open(page, "persons.csv", persons(RECORDS));
  await drop(page, [{ name: "recipe.json", text: files.recipe }]);
  await goTo(page, "Release");
  await page.getByRole("button", { name: "Find the cells" }).click();
  await expect(line(page)).toContainText("cells suppressed", { timeout: 60_000 });
  await write(page);
  expect((await download(page, /^Release, CSV/)).bytes.equals(files.release)).toBe(true);
});

const step = (page: Page) => page.locator("kanon-review-step");

/** Reviews files, and gives the claims of the report that fail. */
async function reviewed(page: Page, files: readonly { name: string; text: Buffer | string }[]): Promise<string[]> {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  await drop(page, files, step(page));
  await expect(step(page).getByRole("table", { name: "Columns of the release" })).toBeVisible();
  await expect(step(page)).toContainText("single cells are suppressed");
  await step(page).getByRole("button", { name: "Review", exact: true }).click();
  const claims = page.getByRole("region", { name: /^The (report|release)/ });
  await expect(claims).toBeVisible({ timeout: 60_000 });
  const failing = claims.getByRole("row").filter({ has: page.getByRole("cell", { name: "no", exact: true }) });
  return failing.getByRole("rowheader").allInnerTexts();
}

test("Review recomputes a release of suppressed cells, and names what was changed", LONG, async ({ page }) => {
  await takeCells(page);
  await write(page);
  const { release, report, recipe } = await handed(page);
  const recipient = (await download(page, "Report for the recipient, JSON")).bytes;
  const original = { name: "e.csv", text: persons(RECORDS) };
  const files = [original, { name: "d.json", text: recipe }, { name: "a.csv", text: release }];
  const own = { name: "b.json", text: report };
  expect(await reviewed(page, [...files, own])).toEqual([]);
  await expect(page.getByRole("heading", { name: "The report holds: every claim that can be checked" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "3-anonymous", exact: true })).toBeVisible();
  await expect(page.getByLabel("k that should hold")).toHaveValue("3");
  await check(page, "review of suppressed cells");
  // One more cell, another figure, other settings.
  const text = release.toString();
  const shown = /;(fe)?male;/;
  expect(text).toMatch(shown);
  const starred = { name: "a.csv", text: text.replace(shown, ";*;") };
  const changed = await reviewed(page, [...files.slice(0, 2), starred, own]);
  expect(changed).toEqual(expect.arrayContaining(["SHA-256 of the release", "suppressed cells of the release"]));
  const fewer = report.toString().replace(/"suppressed_cells": (\d+)/, '"suppressed_cells": 7');
  expect(await reviewed(page, [...files, { name: "b.json", text: fewer }])).toEqual(["suppressed cells"]);
  const weaker = recipe.toString().replace('"suppress": "strict"', '"suppress": "per-record"');
  expect(weaker).not.toBe(recipe.toString());
  const other = await reviewed(page, [
    original,
    { name: "d.json", text: weaker },
    { name: "a.csv", text: release },
    own,
  ]);
  expect(other).toEqual(expect.arrayContaining(["SHA-256 of the recipe", "which cells are suppressed"]));
  // Without the original, what the release shows.
  expect(
    await reviewed(page, [
      { name: "a.csv", text: release },
      { name: "c.json", text: recipient },
    ]),
  ).toEqual([]);
  await expect(step(page)).toContainText("not checked, and why");
});

test("the report to sign of suppressed cells tells what was done, and no policy", async ({ page }) => {
  await takeCells(page);
  await write(page);
  await page.getByRole("button", { name: "Report to sign…" }).click();
  const { bytes, name } = await download(page, "Internal edition, HTML");
  expect(name).toBe("persons.internal-report.html");
  const html = bytes.toString();
  expect(html).toContain("may be taken for at least 3");
  expect(html).toContain("Suppressed cells of each quasi-identifier");
  expect(html).not.toContain("No other policy");
  await page.keyboard.press("Escape");
  const files = await handed(page);
  kanon(files, "report", "report.json", "--recipe", "recipe.json", "--out", "page.html");
  expect(readFileSync(join(folder, "page.html")).equals(bytes)).toBe(true);
});

test("a search for cells is ended with the best so far, which is released and found again", LONG, async ({ page }) => {
  // Some seconds of work, of which the first half finds a suppression and the other proves and improves.
  const data = wide(4000, 8);
  await open(page, "persons.csv", data);
  const columns = Array.from({ length: 8 }, (_, column) => `score ${column + 1}`);
  await setRoles(page, Object.fromEntries(columns.map((name) => [name, "quasi-identifier"])));
  await goTo(page, "Uniques");
  await page.getByLabel("Unsafe when fewer records than").fill("2");
  await page.keyboard.press("Enter");
  await page.getByLabel("At most so many together").fill("2");
  await page.keyboard.press("Enter");
  await findUnsafe(page);
  // Pressed as soon as it is there: some machines soon come to the search's own end.
  const taken = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const buttons = [...document.querySelectorAll<HTMLElement>("kanon-run-bar button")];
          const take = buttons.find((button) => button.textContent === "Take these");
          if (take === undefined) requestAnimationFrame(look);
          else resolve(take.click());
        };
        look();
      }),
  );
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await taken;
  const bar = page.getByRole("region", { name: "Run" });
  const region = page.getByRole("region", { name: "Suppress single cells" });
  await expect(region.getByText(/cells are needed; this is [\d.]+ % above it/)).toBeVisible({ timeout: 60_000 });
  await expect(bar).toHaveCount(0);
  await check(page, "an ended search for cells");
  await page.getByRole("button", { name: "Release with these cells suppressed" }).click();
  await write(page);
  await expect(page.getByRole("heading", { name: /^Verified/ })).toBeVisible({ timeout: 120_000 });
  const files = await handed(page);
  const report = JSON.parse(files.report.toString());
  expect(report.ended_after_steps).toBeGreaterThan(0);
  expect(report.proven_minimal).toBe(false);
  expect(report.unsafe_after).toMatchObject({ wildcard: 0, matches_nothing: 0, category: 0 });
  const recipe = JSON.parse(files.recipe.toString());
  expect(recipe.uniques.end_after_steps).toBe(report.ended_after_steps);
  // By the recipe alone the same bytes are made.
  kanonOf(data, files, "anonymize", "persons.csv", "--recipe", "recipe.json", "--out", "again.csv");
  expect(readFileSync(join(folder, "again.csv")).equals(files.release)).toBe(true);
  expect(kanonOf(data, files, ...VERIFY)).not.toContain("FAILS");
  // What is suppressed anew comes to its own end.
  await goTo(page, "Uniques");
  await expect(page.getByRole("button", { name: "To the release of these cells" })).toBeVisible();
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await expect(page.getByRole("button", { name: "Release with these cells suppressed" })).toBeVisible({
    timeout: 60_000,
  });
  await expect(region.getByText(/above it/)).toBeVisible();
});
