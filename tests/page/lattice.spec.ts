/**
 * The drawing of the lattice: walked by keys, read aloud, filtered. Policies are pinned, and one is taken for the
 * release.
 */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, figure, goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { FIRST } from "./marks";
import { persons, QUASI_IDENTIFIERS, readReleased, wide, wideRecipe } from "./table";

const RECORDS = 600;

function drawing(page: Page): Locator {
  return page.locator("kanon-lattice-chart canvas");
}

function panel(page: Page): Locator {
  return page.getByRole("region", { name: "Policy under the cursor" });
}

async function openLattice(page: Page): Promise<void> {
  await goTo(page, "Policy");
  await page.getByRole("tab", { name: "The lattice of policies" }).click();
  await expect(panel(page).getByRole("heading", { name: "Under the cursor" })).toBeVisible();
}

/** The loss of the policy under the cursor, as shown. */
async function lossShown(page: Page): Promise<number> {
  return Number((await panel(page).locator(".figures dd").first().innerText()).split(/\s/)[0]);
}

async function spoken(page: Page): Promise<string> {
  return (await page.locator(".unseen[aria-live=polite]").allInnerTexts()).join(" ").trim();
}

test.beforeEach(async ({ page }) => {
  await open(page, "persons.csv", persons(RECORDS));
  await setRoles(page, PERSON_ROLES);
  await run(page);
});

test("the lattice is walked by keys and read aloud, and its ends are said", async ({ page }) => {
  await openLattice(page);
  const best = await lossShown(page);
  await drawing(page).focus();
  let steps = 0;
  for (; steps < 12; steps += 1) {
    await page.keyboard.press("ArrowUp");
    await expect
      .poll(() => spoken(page))
      .toMatch(/age coarser, [^:]+(: nothing said)?: loss|age is as coarse as it may be/);
    if (/as coarse/.test(await spoken(page))) break;
  }
  expect(steps).toBeLessThan(12);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => spoken(page)).toContain("sex chosen");
  await page.keyboard.press("Home");
  await expect.poll(() => spoken(page)).toContain("the best policy");
  await expect.poll(() => lossShown(page)).toBe(best);
  await check(page, "lattice");
});

test("another policy is taken for the release, which then speaks of that one and does not call it proven", async ({
  page,
}) => {
  await openLattice(page);
  const best = await lossShown(page);
  await drawing(page).focus();
  for (const _ of QUASI_IDENTIFIERS) {
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
  }
  await expect(panel(page).getByRole("heading", { name: "Under the cursor", exact: true })).toBeVisible();
  const shown = await lossShown(page);
  expect(shown).toBeGreaterThan(best);
  await panel(page).getByRole("button", { name: "Take this policy for the release" }).click();
  await expect(page.getByRole("heading", { name: "The chosen policy" })).toBeVisible();
  await expect(page.getByText(/It is not the best; what is proven is/)).toBeVisible();
  await expect.poll(async () => Number(await figure(page, "loss", "now"))).toBe(shown);
  await write(page);
  const report = JSON.parse((await download(page, "Report, JSON")).bytes.toString("utf8"));
  expect(report.optimal).toBe(false);
  expect(report.bound).toBeLessThan(report.loss);
  expect(report.loss).toBeCloseTo(shown, 3);
  const released = readReleased((await download(page, /^Release, CSV/)).bytes.toString("utf8"), QUASI_IDENTIFIERS);
  expect(released.smallest).toBeGreaterThanOrEqual(5);
  expect(released.suppressed).toBe(report.suppressed_records);

  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Take the best policy again" }).click();
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
  await expect.poll(async () => Number(await figure(page, "loss", "now"))).toBe(best);
});

test("a policy that suppresses too much can be looked at, and not taken", async ({ page }) => {
  await openLattice(page);
  await drawing(page).focus();
  for (const _ of [0, 1, 2, 3]) {
    for (let down = 0; down < 8; down += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
  }
  await expect(panel(page).getByText("more than may be").first()).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Take this policy for the release" })).toBeDisabled();
});

test("a policy is pinned with a note, which undo takes back and the device keeps", async ({ page }) => {
  await openLattice(page);
  await panel(page).getByLabel("Note").fill("for the board");
  await panel(page).getByRole("button", { name: "Pin this policy" }).click();
  const pinned = panel(page).getByRole("button", { name: "for the board", exact: true });
  await expect(pinned).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pinned).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(pinned).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("kanon.pins"))).toContain("for the board");
  const recipe = await page.evaluate(() => localStorage.getItem("kanon.recipe"));
  expect(recipe).not.toContain("for the board");

  await open(page, "persons.csv", persons(RECORDS));
  await page.getByRole("button", { name: "Use them here" }).click();
  await run(page);
  await openLattice(page);
  await expect(pinned).toBeVisible();
});

test("the table beside the drawing holds the checked policies, and a row moves the cursor", FIRST, async ({ page }) => {
  await openLattice(page);
  const grid = page.getByRole("grid", { name: "Checked policies" });
  await grid.getByRole("columnheader", { name: /^loss/ }).getByRole("button").click();
  await grid.getByRole("columnheader", { name: /^loss/ }).getByRole("button").click();
  const most = Number(await grid.locator("tbody td[aria-colindex='3']").first().innerText());
  await grid.locator("tbody td[aria-colindex='3']").first().click();
  await expect.poll(() => lossShown(page)).toBe(most);
});

test("only policies with some level are drawn when the lattice is filtered", async ({ page }) => {
  await openLattice(page);
  const drawn = page.getByText(/ policies are drawn\./);
  const all = Number(/([\d,]+) of ([\d,]+)/.exec(await drawn.innerText())?.[1]?.replaceAll(",", ""));
  await page.getByRole("combobox", { name: "Level of sex to show" }).selectOption("as given");
  await expect(drawn).toContainText(`${(all / 2).toLocaleString("en")} of`);
});

test("of a lattice too large to draw, the checked policies and those around the cursor are drawn", async ({ page }) => {
  const columns = 8;
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "scores.kanon.json", text: wideRecipe(columns) },
    { name: "scores.csv", text: wide(1000, columns) },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "scores.csv" })).toBeVisible();
  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const bar = page.getByRole("region", { name: "Run" });
  await expect(bar).toContainText(/best \d/);
  await bar.getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toContainText("Stopped");
  await openLattice(page);
  await expect(page.getByText(/too many to draw/)).toBeVisible();
  await drawing(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => spoken(page)).toMatch(/loss|as coarse/);
});
