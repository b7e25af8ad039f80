/** No column is published that nobody decided on. */

import { expect, test } from "@playwright/test";
import { download, goTo, open, run, setRole, write } from "./job";
import { FIRST } from "./marks";
import { cells, hospital } from "./own-files";

test("a column is released only when somebody has said what it is", async ({ page }) => {
  await open(page, "admissions.csv", hospital(1500));
  await goTo(page, "Roles");
  await setRole(page, "sex", "quasi-identifier");
  await setRole(page, "postcode", "quasi-identifier");
  const steps = page.getByRole("navigation", { name: "Steps" });
  await expect(steps.getByRole("button", { name: /Roles/ })).toContainText("7");
  const group = page.getByRole("group", { name: "Columns to decide" });
  await expect(group).toContainText("7 columns to decide: patient, dob, admitted, cost, notes, ethnicity, diagnosis.");
  await expect(page.locator("tr.undecided")).toHaveCount(7);

  // Neither the button nor the keys run anything.
  await goTo(page, "Policy");
  await expect(group).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Say under Roles what these columns are, and run then: patient, dob")).toBeVisible();
  await expect(steps.getByRole("button", { name: /Release/ })).toBeDisabled();

  await goTo(page, "Roles");
  await setRole(page, "diagnosis", "sensitive");
  await setRole(page, "cost", "insensitive");
  await expect(group).toContainText("5 columns to decide");
  await group.getByRole("button", { name: "Leave out 5 columns" }).click();
  await expect(group).toHaveCount(0);
  await run(page);
  await write(page);
  const [header] = cells((await download(page, /^Release, CSV/)).bytes.toString("utf8"));
  expect(header).toEqual(["sex", "postcode", "diagnosis", "cost"]);

  // Taken back, the two confirmations first, the columns are open again.
  await goTo(page, "Roles");
  for (let changes = 0; changes < 3; changes += 1) await page.keyboard.press("Control+z");
  await expect(group).toContainText("5 columns to decide");
});

test("a recipe decides on the columns that it names, and the page asks for the others", FIRST, async ({ page }) => {
  await open(page, "admissions.csv", hospital(600));
  await goTo(page, "Roles");
  await setRole(page, "sex", "quasi-identifier");
  await page.getByText("Recipe", { exact: true }).click();
  const recipe = JSON.parse((await download(page, "Save the recipe")).bytes.toString("utf8"));
  expect(Object.keys(recipe.columns)).toEqual(["sex"]);
});

test("free text and what values look like is proposed to be left out, with the reason", async ({ page }) => {
  const lines = hospital(400).trim().split("\n");
  const table = lines.map(
    (line, row) => `${line},${row === 0 ? "contact,latitude" : `p${row}@mail.example,${50 + row / 1000}`}`,
  );
  await open(page, "admissions.csv", `${table.join("\n")}\n`);
  await goTo(page, "Roles");
  const suggestion = (column: string) => page.locator(`tr[data-column="${column}"] .suggestion`);
  await expect(suggestion("notes")).toContainText("The values are sentences, which may name persons and days");
  await expect(suggestion("contact")).toContainText("The values look like e-mail addresses");
  await expect(suggestion("latitude")).toContainText("which points at one place");
  for (const column of ["notes", "contact", "latitude"]) await expect(suggestion(column)).toContainText("identifier:");
});
