/** Places where a hand slips, and what must not happen then. */

import { expect, test } from "@playwright/test";
import { choose, goTo, open, PERSON_ROLES, run, setRole, setRoles, write } from "./job";
import { FIRST } from "./marks";
import { persons, wide, wideRecipe } from "./table";

test("a number that cannot be meant goes back to what it was, and is told", async ({ page }) => {
  await open(page, "persons.csv", persons(200));
  await setRoles(page, { age: "quasi-identifier" });
  await goTo(page, "Policy");
  const k = page.getByLabel("k, records in the smallest class");
  for (const wrong of ["2.5", "0", "-3", ""]) {
    await k.fill(wrong);
    await k.blur();
    await expect(k).toHaveValue("5");
    await expect(page.getByText("k is a whole number from 1 on")).toBeVisible();
    await page.getByRole("button", { name: "Put away" }).click();
  }
  const limit = page.getByLabel("suppression limit, percent of records");
  for (const wrong of ["150", "-1", ""]) {
    await limit.fill(wrong);
    await limit.blur();
    await expect(limit).toHaveValue("5");
    await expect(page.getByText("The suppression limit lies between 0 and 100 percent")).toBeVisible();
    await page.getByRole("button", { name: "Put away" }).click();
  }
});

test("who looks for a column sets no role by typing its name", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(200));
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Find a column" })).toBeFocused();
  await page.keyboard.type("sex");
  await expect(page.locator("tr[data-column]")).toHaveCount(1);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
});

test("Escape in the menu closes the menu, and the search goes on", async ({ page }) => {
  await open(page, "scores.csv", wide(3000, 10));
  await page.getByText("Recipe", { exact: true }).click();
  await choose(page, "Load a recipe", [{ name: "wide.kanon.json", text: wideRecipe(10) }]);
  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const bar = page.getByRole("region", { name: "Run" });
  await expect(bar.getByRole("button", { name: "Cancel" })).toBeVisible();
  await page.getByText("Recipe", { exact: true }).click();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Save the recipe" })).toBeHidden();
  await expect(bar.getByRole("button", { name: "Cancel" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "Cancel" })).toHaveCount(0);
});

test("a hierarchy that covers nothing is not what the main button takes", async ({ page }) => {
  await open(page, "persons.csv", persons(200));
  await goTo(page, "Roles");
  await setRole(page, "education", "quasi-identifier");
  await goTo(page, "Hierarchies");
  await choose(page, "Import a file", [{ name: "other.csv", text: "red;warm;*\nblue;cold;*\n" }]);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("No value of education is in this file.");
  await expect(dialog.getByRole("button", { name: "Keep the one there is" })).toHaveClass("primary");
  await expect(dialog.getByRole("button", { name: /^Replace/ })).not.toHaveClass("primary");
});

test("the focus stays in the step when the button that had it is gone", async ({ page }) => {
  await open(page, "persons.csv", persons(200));
  await expect(page.locator("main")).toBeFocused();
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  await expect(page.locator("main")).toBeFocused();
});
