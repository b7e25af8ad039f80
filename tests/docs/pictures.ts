/** The pictures of the book, taken from the built page. `cargo xtask docs --pictures` makes all of them anew. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { drop, findUnsafe, goTo, run, searchFrontier, setRoles, write } from "../page/job";

const SOURCES = join(__dirname, "../../docs/src");
const MOST_BYTES = 120_000;

test.use({ viewport: { width: 1000, height: 640 }, colorScheme: "light", reducedMotion: "reduce" });

/** The page from its top, or with what is shown at the top of the screen. */
async function take(page: Page, name: string, shown?: Locator): Promise<void> {
  // What was pressed last keeps no ring, and nothing stands under the pointer.
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  await shown?.evaluate((element) => {
    element.scrollIntoView({ block: "start", behavior: "instant" });
    window.scrollBy({ top: -16, behavior: "instant" });
  });
  const picture = await page.screenshot({ path: join(SOURCES, "pictures", `${name}.png`), animations: "disabled" });
  expect(picture.length, `${name}.png must stay small`).toBeLessThan(MOST_BYTES);
}

test("the pictures of the first release", async ({ page }) => {
  const text = readFileSync(join(SOURCES, "data/visits.csv"), "utf8");
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  await take(page, "open");
  await drop(page, [{ name: "visits.csv", text }]);
  await expect(page.getByRole("heading", { level: 1, name: "visits.csv" })).toBeVisible();
  const known = { age: "quasi-identifier", sex: "quasi-identifier", zip: "quasi-identifier" };
  await setRoles(page, { ...known, diagnosis: "sensitive" });
  await take(page, "roles");

  // As in data/visits.kanon.json.
  await goTo(page, "Hierarchies");
  const widths = page.getByLabel("Widths, level by level");
  await widths.fill("10, 20, 40");
  await widths.press("Enter");
  const columns = page.getByRole("navigation", { name: "Quasi-identifiers" });
  await columns.getByText("sex").click();
  await columns.getByText("zip").click();
  await page.getByLabel("Kind of hierarchy").selectOption({ label: "masking" });
  const steps = page.getByLabel("Characters replaced, level by level");
  await steps.fill("1, 3");
  await steps.press("Enter");
  await expect(columns.getByRole("listitem").filter({ hasText: "zip" })).toContainText("4 levels");
  await take(page, "hierarchies");

  await goTo(page, "Policy");
  await page.getByLabel("k, records in the smallest class").fill("3");
  await run(page);
  await take(page, "policy");

  await write(page);
  const verified = page.getByRole("heading", { name: "Verified: every claim that can be checked holds" });
  await take(page, "release", verified);

  await goTo(page, "Uniques");
  await findUnsafe(page);
  await take(page, "uniques", page.getByRole("heading", { name: "By size", exact: true }));

  await page.getByRole("button", { name: /since load$/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await take(page, "trust");
});

test("the picture of the frontier", async ({ page }) => {
  await page.goto("/#sample");
  await run(page);
  await goTo(page, "Frontier");
  await searchFrontier(page, 3000);
  const chart = page.locator("kanon-frontier-step svg").first();
  await expect(page.locator("kanon-frontier-step").getByRole("button", { name: "Search anew" })).toBeVisible();
  await expect(chart).toBeVisible();
  await take(page, "frontier", page.getByText(/^The best policies found: risk/));
});
