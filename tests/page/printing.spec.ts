/** What is printed of the page: never an original record beside its released one. */

import { expect, test } from "@playwright/test";
import { goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { persons } from "./table";

test("a print of the release has no record, and says so; names of columns and figures are there", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  const grid = page.locator("#released-head");
  await expect(grid).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(grid).toBeHidden();
  const said = page.getByText("The records of the table are shown on the screen only, and are not printed.");
  await expect(said).toBeVisible();
  expect(await page.locator("body").innerText()).not.toMatch(/ → (?!released)/);
  await expect(page.getByRole("columnheader", { name: "distinct values" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "samples" })).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await expect(grid).toBeVisible();
  await expect(said).toBeHidden();
});

test("a key is on no print", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await page.getByLabel("name in the release", { exact: true }).selectOption({ label: "a keyed hash" });
  await run(page);
  await goTo(page, "Release");
  const key = page.getByRole("textbox", { name: /^Key/ });
  await key.fill("a key of more than sixteen bytes");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("input[type=text]:visible")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await expect(key).toBeVisible();
});

test("no other step prints records of the file", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await page.emulateMedia({ media: "print" });
  const shown = page.locator("kanon-grid:not(.printed)");
  for (const step of ["Open", "Hierarchies", "Frontier"] as const) {
    await page.emulateMedia({ media: "screen" });
    await goTo(page, step);
    await page.emulateMedia({ media: "print" });
    for (const grid of await shown.all()) await expect(grid).toBeHidden();
    expect(await page.locator("body").innerText()).not.toContain("person 7");
  }
});
