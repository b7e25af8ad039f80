/** A search is cancelled at once, keeps its best policy with a proven gap, and is resumed. */

import { expect, test } from "@playwright/test";
import { choose, goTo } from "./job";
import { FIRST } from "./marks";
import { wide, wideRecipe } from "./table";

const COLUMNS = 8;

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "scores.kanon.json", text: wideRecipe(COLUMNS) },
    { name: "scores.csv", text: wide(3000, COLUMNS) },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "scores.csv" })).toBeVisible();
  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Run", exact: true }).click();
});

test("a search is cancelled at once, keeps its best with a proven gap, and resumes", FIRST, async ({ page }) => {
  const bar = page.getByRole("region", { name: "Run" });
  await expect(bar).toContainText(/best 0\.\d{4}|best \d/);
  await bar.getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toContainText("Stopped");
  await expect(page.getByRole("heading", { name: "The best policy so far" })).toBeVisible();
  await expect(page.getByText(/could still be saved/)).toBeVisible();
  const checked = async () =>
    Number(/([\d,]+) of [\d,]+ policies checked/.exec(await bar.innerText())?.[1]?.replaceAll(",", ""));
  const before = await checked();

  await bar.getByRole("button", { name: "Resume" }).click();
  await expect(bar.getByRole("button", { name: "Cancel" })).toBeVisible();
  await expect.poll(checked).toBeGreaterThan(before);
  await bar.getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toContainText("Stopped");
});
