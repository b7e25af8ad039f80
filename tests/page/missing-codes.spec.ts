/** Missing codes of single columns: proposed with a reason, taken, added by hand, and taken back. */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { download, goTo, open, run, setRoles, write } from "./job";
import { FIRST } from "./marks";
import { coded } from "./table";

const row = (page: Page, column: string) =>
  page.locator("kanon-open-step tbody tr").filter({ has: page.getByRole("rowheader", { name: column, exact: true }) });

test("codes are proposed with their reason, and nothing is taken for missing before somebody says so", async ({
  page,
}) => {
  await open(page, "persons.csv", coded());
  await expect(row(page, "age")).toContainText("-9 occurs 6 times, outside 6 to 64");
  await expect(row(page, "sex")).toContainText("9 occurs 4 times, outside 1 to 2");
  await expect(row(page, "age").locator(".missing span").first()).toHaveText("0");
  await page.getByRole("button", { name: "it means missing: -9 of age" }).click();
  await expect(row(page, "age").locator(".missing span").first()).toHaveText("6 (5.0 %)");
  await expect(row(page, "age")).toContainText("6 to 64");
  await expect(row(page, "age")).not.toContainText("outside");
  await expect(row(page, "sex")).toContainText("9 occurs 4 times");
  await check(page, "missing codes of columns");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "age")).toContainText("-9 occurs 6 times");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(row(page, "age").locator(".missing span").first()).toHaveText("6 (5.0 %)");
  await page.getByRole("button", { name: "take back: -9 is a value of age" }).click();
  await expect(row(page, "age")).toContainText("-9 occurs 6 times");
});

test(
  "a column that is published untouched shows what may be a missing code, and one press names it so",
  FIRST,
  async ({ page }) => {
    await open(page, "persons.csv", coded());
    await setRoles(page, { age: "sensitive", sex: "quasi-identifier" });
    await run(page);
    await goTo(page, "Release");
    const published = page.getByRole("region", { name: "Published untouched" });
    await expect(published).toContainText("-9 occurs 6 times, outside 6 to 64");
    await published.getByRole("button", { name: "it means missing: -9 of age" }).click();
    // Another table is to be searched anew.
    await expect(published).toHaveCount(0);
    await goTo(page, "Open");
    await expect(row(page, "age").locator(".missing span").first()).toHaveText("6 (5.0 %)");
  },
);

test("a code is added by hand, kept in the recipe, and a release with it is verified", async ({ page }) => {
  await open(page, "persons.csv", coded());
  await page.getByRole("button", { name: "add a code… that means missing in sex" }).click();
  await page.getByRole("textbox", { name: "Missing code of sex" }).fill("9");
  await page.keyboard.press("Enter");
  await expect(row(page, "sex").locator(".missing span").first()).toHaveText("4 (3.3 %)");
  await page.getByRole("button", { name: "it means missing: -9 of age" }).click();
  await expect(row(page, "age").locator(".missing span").first()).toHaveText("6 (5.0 %)");
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier" });
  await run(page);
  await write(page);
  const recipe = JSON.parse((await download(page, "Recipe, JSON")).bytes.toString());
  expect(recipe.columns.age.missing).toEqual(["-9"]);
  expect(recipe.columns.sex.missing).toEqual(["9"]);
  await goTo(page, "Open");
  await expect(page.getByRole("list", { name: "Missing codes of sex" })).toContainText("9");
});

test("usual signs are values until one press names them, and a sensitive column is asked for by itself", async ({
  page,
}) => {
  const records = Array.from({ length: 60 }, (_, place) =>
    [place % 9 === 0 ? "?" : 20 + (place % 40), ["F", "M", "NA"][place % 3], ["-", "J45", "E11"][place % 3]].join(","),
  );
  await open(page, "signs.csv", `age,sex,diagnosis\n${records.join("\n")}\n`);
  const missing = (column: string) => row(page, column).locator(".missing span").first();
  await expect(missing("age")).toHaveText("0");
  const many = page.locator("details", { hasText: "2 columns have usual signs for a missing value" });
  await expect(many).not.toContainText("diagnosis");
  await many.getByRole("button", { name: "All of them mean missing" }).click();
  await expect(missing("age")).toHaveText("7 (11.7 %)");
  await expect(missing("sex")).toHaveText("20 (33.3 %)");
  await expect(missing("diagnosis")).toHaveText("0");
  await expect(many).toHaveCount(0);
  await page.getByRole("button", { name: "it means missing: - of diagnosis" }).click();
  await expect(missing("diagnosis")).toHaveText("20 (33.3 %)");
});
