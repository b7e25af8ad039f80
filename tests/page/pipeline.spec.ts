/**
 * A point of a frontier becomes the release: it is released as what it is, and undo takes it back.
 *
 * Points in a population keep its people, and a policy that was chosen by hand says what the proven best would lose.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { commandLine, NO_KANON } from "./command-line";
import { choose, download, drop, figure, goTo, open, PERSON_ROLES, run, searchFrontier, setRoles, write } from "./job";
import { LONG } from "./marks";
import { persons } from "./table";

const RECORDS = 600;

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-pipeline-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The line that says what is released. */
function line(page: Page): Locator {
  return page.getByRole("region", { name: "What is released" }).getByRole("status");
}

/** Has the command line verify what the page hands out, and gives its words and the report. */
async function verified(page: Page, ...more: readonly string[]): Promise<{ words: string; report: Report }> {
  const kanon = commandLine();
  test.skip(kanon === null, NO_KANON);
  const report = (await download(page, "Report, JSON")).bytes;
  const place = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const words = execFileSync(
    kanon ?? "",
    [
      "verify",
      place("release.csv", (await download(page, /^Release, CSV/)).bytes),
      "--report",
      place("report.json", report),
      "--recipe",
      place("recipe.kanon.json", (await download(page, "Recipe, JSON")).bytes),
      "--data",
      place("persons.csv", persons(RECORDS)),
      ...more,
    ],
    { encoding: "utf8" },
  );
  expect(words).not.toContain("FAILS");
  return { words, report: JSON.parse(report.toString()) as Report };
}

interface Report {
  readonly optimal: boolean;
  readonly loss: number;
  readonly suppressed_records: number;
  readonly chosen?: {
    readonly policy?: { readonly best: { readonly loss: number; readonly proven: boolean } };
    readonly frontier?: {
      readonly risk: number;
      readonly loss: number;
      readonly population?: { readonly file: string; readonly people: number };
      readonly reference?: { readonly name: string };
      readonly why?: string;
    };
  };
}

/** A population in which ages and ZIP codes are as in `persons`, ten people of each combination. */
function population(): string {
  const lines = ["zip,age,sex,education,count"];
  for (let zip = 37000; zip < 37030; zip += 1)
    for (let age = 18; age < 78; age += 1)
      for (const sex of ["female", "male"])
        for (const school of ["primary", "secondary", "bachelor", "master"])
          lines.push(`${zip},${age},${sex},${school},10`);
  return `${lines.join("\n")}\n`;
}

/** Looks at a policy in the middle of the frontier and takes it. */
async function takePoint(page: Page): Promise<void> {
  const step = page.locator("kanon-frontier-step");
  await searchFrontier(page, 4000);
  await expect(step.getByText(/4,000 policies of 2 to the power/)).toBeVisible({ timeout: 60_000 });
  await step.getByRole("img", { name: /Arrow keys walk along the frontier/ }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  await step.getByRole("button", { name: "Take this policy for the release" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Release" })).toBeVisible();
  await expect(line(page)).toContainText("frontier point", { timeout: 30_000 });
}

test.beforeEach(async ({ page }) => {
  await open(page, "persons.csv", persons(RECORDS));
  await setRoles(page, PERSON_ROLES);
});

test("a point of the frontier is released as what it is, and undo takes it back", async ({ page }) => {
  await run(page);
  await goTo(page, "Release");
  await expect(line(page)).toContainText("Released: best policy, k = 5");
  const best = await figure(page, "loss", "now");
  await goTo(page, "Frontier");
  await takePoint(page);
  await expect(line(page)).toContainText("then: no record suppressed");
  await expect(page.getByText("chosen: no search was made", { exact: false })).toBeVisible();
  await expect(page.getByText(/Proven best|Nothing better exists|proven ≥|policies closed/)).toHaveCount(0);
  await check(page, "a frontier point in Release");
  await page.getByLabel("Why this one").fill("less risk than Safe Harbor");
  await write(page);
  const risk = await figure(page, "frontier risk", "now");
  const { words, report } = await verified(page);
  const point = report.chosen?.frontier;
  expect(report.optimal).toBe(false);
  expect(point?.population).toBeUndefined();
  expect(point?.why).toBe("less risk than Safe Harbor");
  expect(risk.replace(" %", "")).toBe(((point?.risk ?? 0) * 100).toPrecision(risk.replace(/[^\d]/g, "").length));
  expect(words).toContain("holds: what was chosen, frontier, risk, recomputed");
  expect(words).toContain("holds: what was chosen, frontier, information loss, recomputed");
  // What the page says of the point is not what Policy says of a search.
  await goTo(page, "Policy");
  await expect(page.getByRole("heading", { name: "The chosen policy" })).toBeVisible();
  await expect(page.getByText(/The settings allow this policy alone/)).toBeVisible();
  // The reason, the point, and that a column is published untouched are a change each.
  for (const _ of [1, 2, 3]) await page.keyboard.press("Control+z");
  await goTo(page, "Release");
  await expect(line(page)).toContainText("Released: best policy, k = 5");
  await expect.poll(() => figure(page, "loss", "now")).toBe(best);
});

test("the best policy is taken again in place of a point", async ({ page }) => {
  await run(page);
  const best = await figure(page, "loss", "now");
  await goTo(page, "Frontier");
  await takePoint(page);
  await page.getByRole("button", { name: "Release the best policy" }).click();
  await expect(line(page)).toContainText("Released: best policy, k = 5");
  await expect.poll(() => figure(page, "loss", "now")).toBe(best);
  await expect(page.getByRole("button", { name: "frontier risk" })).toHaveCount(0);
});

test("a point of a frontier in a population keeps its people", LONG, async ({ page }) => {
  await goTo(page, "Frontier");
  await choose(page, "Load a population…", [{ name: "people.csv", text: population() }]);
  await takePoint(page);
  await expect(line(page)).toContainText("frontier point, population risk");
  await expect(page.getByText(/against the 144,000 people of people.csv/)).toBeVisible();
  await write(page);
  writeFileSync(join(folder, "people.csv"), population());
  const { words, report } = await verified(page, "--population", join(folder, "people.csv"));
  expect(report.chosen?.frontier?.population).toMatchObject({ file: "people.csv", people: 144_000 });
  expect(words).toContain("holds: what was chosen, frontier, population, people");
  const checked = page.getByRole("group", { name: "Claims checked" });
  await page.getByText(/claims checked/).click();
  await expect(checked.getByRole("row", { name: /what was chosen, frontier, risk, recomputed/ })).toContainText("yes");

  // Whoever reviews the release settles the risk with the population, and is told what takes it without.
  const files = await Promise.all(
    ["release.csv", "report.json", "recipe.kanon.json", "persons.csv"].map(async (name) => ({
      name,
      text: await readFile(join(folder, name)),
    })),
  );
  await goTo(page, "Review");
  const step = page.locator("kanon-review-step");
  const review = async () => {
    await step.getByRole("button", { name: "Review", exact: true }).click();
    await expect(step.locator(".stale")).toHaveCount(0);
    await expect(step.getByRole("heading", { name: /^The report holds/ })).toBeVisible();
  };
  await drop(page, files, step);
  await expect(step.getByRole("table", { name: "Columns of the release" })).toBeVisible();
  await review();
  await expect(step.locator(".not-checked")).toContainText(
    "what was chosen, frontier, riskcannot be known without the population",
  );
  await drop(page, [{ name: "people.csv", text: population() }], step);
  await expect(page.getByLabel("What people.csv is").locator("option").first()).toHaveText("the population");
  await review();
  await step.getByText(/claims checked$/).click();
  await expect(step.getByRole("row", { name: /^what was chosen, frontier, risk, recomputed/ })).toContainText("yes");
  await expect(step.getByRole("row", { name: /^what was chosen, frontier, population, people/ })).toContainText(
    "144,000",
  );
  await expect(step.locator(".not-checked")).not.toContainText("what was chosen, frontier, risk");
});

test("a point of a frontier of levels is released as what it is, and another one is chosen by one press", async ({
  page,
}) => {
  await goTo(page, "Frontier");
  const step = page.locator("kanon-frontier-step");
  await step.getByLabel("Policies", { exact: true }).selectOption("full-domain");
  await step.getByRole("button", { name: "Search anew" }).click();
  await expect(step.getByText("Exact", { exact: true })).toBeVisible({ timeout: 60_000 });
  const chart = step.getByRole("img", { name: /Arrow keys walk along the frontier/ });
  await chart.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await step.getByRole("button", { name: "Take this policy for the release" }).click();
  await expect(line(page)).toContainText(/Released: frontier point, k = \d+, highest risk \d/, { timeout: 30_000 });
  await expect(page.getByText("chosen of an exact frontier: no policy of its kind", { exact: false })).toBeVisible();
  await expect(page.getByText(/Proven best|Nothing better exists|best policy/)).toHaveCount(1);
  await page.getByLabel("Why this one").fill("a small risk");
  await write(page);
  const { words, report } = await verified(page);
  expect(report.optimal).toBe(false);
  expect(report.chosen?.frontier).toMatchObject({ space: "full-domain", exact: true, why: "a small risk" });
  expect(words).toContain("holds: what was chosen, frontier, risk, recomputed");
  expect(words).toContain("not checked: what was chosen, frontier, whether no policy lies below the frontier");
  // Its levels are the only ones, and the picture of the others is one press away.
  await goTo(page, "Frontier");
  await expect(step.getByRole("button", { name: "Search anew" })).toBeDisabled();
  await expect(step.getByText("The settings have changed since the last frontier")).toHaveCount(0);
  await step.getByRole("button", { name: "Choose another one" }).click();
  await expect(step.getByText("Exact", { exact: true })).toBeVisible();
  await expect(step.locator(".stale")).toHaveCount(0);
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(step.getByRole("button", { name: "Take this policy for the release" })).toBeVisible();
});

test("a point among people is dropped with them, told, and comes back by undo", async ({ page }) => {
  await goTo(page, "Frontier");
  await choose(page, "Load a population…", [{ name: "people.csv", text: population() }]);
  await takePoint(page);
  await expect(line(page)).toContainText("frontier point, population risk");
  await goTo(page, "Frontier");
  await choose(page, "Load another…", [{ name: "people.csv", text: `${population()}37001,30,female,primary,1\n` }]);
  await expect(page.getByText("was chosen among other people, and is no longer chosen")).toBeVisible();
  await goTo(page, "Release");
  await expect(line(page)).not.toContainText("frontier point");
  await page.getByRole("button", { name: "Choose anew under Frontier" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Frontier" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await goTo(page, "Release");
  await expect(line(page)).toContainText("frontier point, population risk");
});

test("a population that was read is read again for a column that became a quasi-identifier", async ({ page }) => {
  await setRoles(page, { education: "insensitive" });
  await goTo(page, "Frontier");
  const step = page.locator("kanon-frontier-step");
  await choose(page, "Load a population…", [{ name: "people.csv", text: population() }]);
  await searchFrontier(page, 2000);
  await expect(step.getByText(/2,000 policies of 2 to the power/)).toBeVisible({ timeout: 60_000 });
  await setRoles(page, { education: "quasi-identifier" });
  await goTo(page, "Frontier");
  await step.getByRole("button", { name: "Search anew" }).click();
  await expect(step.getByText(/2,000 policies of 2 to the power/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a policy chosen by hand says what the proven best would lose", async ({ page }) => {
  await run(page);
  const best = Number(await figure(page, "loss", "now"));
  await page.getByRole("tab", { name: "The lattice of policies" }).click();
  const panel = page.getByRole("region", { name: "Policy under the cursor" });
  await expect(panel.getByRole("heading", { name: "Under the cursor" })).toBeVisible();
  await page.locator("kanon-lattice-chart canvas").focus();
  await page.keyboard.press("ArrowUp");
  await expect(panel.locator(".figures dd").first()).toContainText("against the best");
  await panel.getByRole("button", { name: "Take this policy for the release" }).click();
  await goTo(page, "Release");
  await expect(line(page)).toContainText("Released: chosen policy, k = 5");
  await expect(page.getByText(/the proven best policy loses/)).toBeVisible();
  await write(page);
  const { words, report } = await verified(page);
  expect(report.chosen?.policy?.best.proven).toBe(true);
  expect(report.chosen?.policy?.best.loss).toBeCloseTo(best, 4);
  expect(words).toContain("holds: the chosen levels are the policy's");
  // That a column is published untouched is a change, and the choice another.
  for (const _ of [1, 2]) await page.keyboard.press("Control+z");
  await expect(line(page)).toContainText("Released: best policy, k = 5");
  await expect.poll(() => figure(page, "loss", "now").then(Number)).toBe(best);
});
