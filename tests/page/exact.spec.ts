/**
 * The exact search on the page: several workers, a pause, a stop with a proven gap, and the same policy as one worker.
 */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, figure, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { persons, wide, wideRecipe } from "./table";

/** Opens a table with so many columns that its lattice holds up to billions of policies. */
async function openWide(page: Page, columns: number): Promise<void> {
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "scores.kanon.json", text: wideRecipe(columns, "exact") },
    { name: "scores.csv", text: wide(3000, columns) },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "scores.csv" })).toBeVisible();
  await goTo(page, "Policy");
}

const start = (page: Page) => page.getByRole("button", { name: /^Run( again)?$/ }).click();
const bar = (page: Page) => page.getByRole("region", { name: "Run" });

test("the best of billions of policies is searched by several workers, can stand still, and be stopped with a proven gap", async ({
  page,
}) => {
  await openWide(page, 16);
  await start(page);
  await expect(bar(page)).toContainText(/of 33,232,930,569,601 policies closed, in [\d,]+ boxes/);
  await expect(bar(page)).toContainText(/[2-8] workers/);

  await bar(page).getByRole("button", { name: "Pause" }).click();
  await expect(bar(page).getByRole("button", { name: "Go on" })).toBeVisible();
  const held = await bar(page).innerText();
  await page.waitForTimeout(500);
  expect(await bar(page).innerText()).toBe(held);
  await bar(page).getByRole("button", { name: "Go on" }).click();
  await expect(bar(page).getByRole("button", { name: "Pause" })).toBeVisible();

  await bar(page).getByRole("button", { name: "Cancel" }).click();
  await expect(bar(page)).toContainText("Stopped");
  await expect(page.getByText(/could still be saved/)).toBeVisible();
  const closed = Number(/([\d.]+) % of/.exec(await bar(page).innerText())?.[1]);
  await bar(page).getByRole("button", { name: "Resume" }).click();
  await expect
    .poll(async () => Number(/([\d.]+) % of/.exec(await bar(page).innerText())?.[1]), { timeout: 30_000 })
    .toBeGreaterThan(closed);
});

test("one worker and several end with the same policy", async ({ page }) => {
  await openWide(page, 9);
  const proven: string[] = [];
  for (const workers of ["1", "3"]) {
    await page.getByText("Advanced settings").click();
    await page.getByLabel("Workers").fill(workers);
    await page.getByLabel("Workers").press("Tab");
    await page.getByText("Advanced settings").click();
    await start(page);
    await expect(bar(page)).toContainText("Proven best", { timeout: 50_000 });
    proven.push(await page.getByRole("region", { name: "The best policy" }).locator("ul, table").first().innerText());
  }
  expect(proven[1]).toBe(proven[0]);
});

test("settings that are taken back while a search runs have their own result again when it ends", async ({ page }) => {
  await openWide(page, 11);
  await start(page);
  await expect(bar(page)).toContainText("Proven best", { timeout: 50_000 });
  const before = await figure(page, "loss", "now");
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("50");
  await k.press("Enter");
  await expect(page.getByText("The settings have changed since this result.")).toBeVisible();
  // The search may be over before anything could be pressed from outside.
  const undone = page.evaluate(async () => {
    const named = (name: string) => [...document.querySelectorAll("button")].find((one) => one.innerText === name);
    while (named("Pause") === undefined) await new Promise(requestAnimationFrame);
    named("Undo")?.click();
  });
  await start(page);
  await undone;
  await expect(k).toHaveValue("5");
  await expect(bar(page).getByRole("button", { name: "Pause" })).toHaveCount(0, { timeout: 50_000 });
  await expect.poll(() => figure(page, "loss", "now")).toBe(before);
  await expect(page.getByText("The settings have changed since this result.")).toHaveCount(0);
  // What was found under the others is there when they are.
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => figure(page, "loss", "now")).not.toBe(before);
  await expect(page.getByText("The settings have changed since this result.")).toHaveCount(0);
});

test("the best policy of every k is a curve to pick from", async ({ page }) => {
  await open(page, "persons.csv", persons(600));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  const before = await figure(page, "loss", "now");
  await page.getByRole("tab", { name: "Every k at once" }).click();
  await page.locator("kanon-sweep").getByLabel("to", { exact: true }).fill("9");
  await page.getByRole("button", { name: "Draw the curve" }).click();
  await expect(page.getByText(/8 of 8 best policies proven in/)).toBeVisible({ timeout: 30_000 });
  await check(page, "the curve");

  const rows = page.getByRole("group", { name: "Best policies" }).getByRole("row");
  await expect(rows).toHaveCount(9);
  const losses = await rows.locator("td:nth-child(3)").allInnerTexts();
  expect(losses.map(Number)).toEqual([...losses.map(Number)].sort((one, other) => one - other));
  await expect(rows.nth(4).locator("td").first()).toHaveText("5");
  expect(losses[3]).toBe(before);

  await page.getByRole("button", { name: /^Take k 9 / }).click();
  await expect.poll(() => figure(page, "loss", "now")).toBe(losses[7]);
  // Undo brings back what was found before.
  await page.keyboard.press("Control+z");
  await expect.poll(() => figure(page, "loss", "now")).toBe(before);
  await expect(page.getByText("The settings have changed since this result.")).toHaveCount(0);

  // The answer was shown when the point was taken.
  await page.getByRole("tab", { name: "Every k at once" }).click();
  await page.getByRole("radio", { name: /suppression limits/ }).check();
  await page.getByLabel("Limits, % of the records").fill("0, 5, nonsense");
  await expect(page.getByRole("button", { name: "Draw the curve" })).toBeDisabled();
  await page.getByLabel("Limits, % of the records").fill("0, 5, 100");
  await page.getByRole("button", { name: "Draw the curve" }).click();
  await expect(page.getByText(/3 of 3 best policies proven in/)).toBeVisible({ timeout: 30_000 });
});
