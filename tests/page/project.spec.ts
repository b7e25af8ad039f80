/**
 * A project as a file: what was set, pinned, noted and changed comes back on a different visit, without a value of the
 * data.
 */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, drop, goTo, open, PERSON_ROLES, setRoles } from "./job";
import { FIRST } from "./marks";
import { persons } from "./table";

const CITIES = `city,age\n${["Canarygraz", "Canarylinz", "Canarywien"]
  .flatMap((city, at) => Array.from({ length: 10 * (at + 1) }, (_, age) => `${city},${20 + age}`))
  .join("\n")}\n`;
const REGIONS = "Canarygraz;south;*\nCanarylinz;north;*\nCanarywien;east;*\n";

async function saved(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByText("Recipe", { exact: true }).click();
  return download(page, name);
}

const role = (page: Page, column: string, name: string) =>
  page.getByRole("radiogroup", { name: `Role of ${column}` }).getByRole("radio", { name, exact: true });

test("a project brings settings, notes and named changes to another visit", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Policy");
  await page.getByRole("spinbutton", { name: /^k/ }).first().fill("7");
  await goTo(page, "Notes");
  await page.getByLabel("Notes on this file and its release").fill("k of 7 was asked for by the board.");
  const project = await saved(page, "Save the project");
  expect(project.name).toBe("persons.kanon-project.json");

  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto("/");
  await drop(page, [{ name: project.name, text: project.bytes }]);
  await expect(page.getByText("The project persons.kanon-project.json is loaded. Open the table")).toBeVisible();
  await check(page, "a project that waits for its table");
  await choose(page, /^Open a file/, [{ name: "persons.csv", text: persons(300) }]);
  await expect(page.getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
  await goTo(page, "Notes");
  await expect(page.getByLabel("Notes on this file and its release")).toHaveValue("k of 7 was asked for by the board.");
  await goTo(page, "Policy");
  await expect(page.getByRole("spinbutton", { name: /^k/ }).first()).toHaveValue("7");
  // The change before the last is gone back to as on the visit when it was made.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("spinbutton", { name: /^k/ }).first()).toHaveValue("5");
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "zip is quasi-identifier" })).toBeVisible();
});

test("nobody has looked at what is proposed until somebody has: not after another reading, nor from a project", async ({
  page,
}) => {
  const hierarchies = page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /Hierarchies/ });
  const unseen = (number: number) => expect(hierarchies).toContainText(`${number} proposed hierarchies not looked at`);
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await unseen(4);
  await goTo(page, "Open");
  await page.getByLabel("Encoding").selectOption("windows-1252");
  await unseen(4);
  await goTo(page, "Hierarchies");
  await unseen(3);
  const project = await saved(page, "Save the project");
  await open(page, "persons.csv", persons(300));
  await drop(page, [{ name: project.name, text: project.bytes }]);
  await unseen(3);
});

test("a project holds no value of the data but on demand, and says what it lacks", async ({ page }) => {
  await open(page, "cities.csv", CITIES);
  await setRoles(page, { city: "quasi-identifier", age: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  await choose(page, "Import a file", [{ name: "hierarchy_city.csv", text: REGIONS }]);
  await page.getByRole("button", { name: "Replace the hierarchy of city" }).click();
  await page.getByRole("option", { name: /^north, / }).click();
  await page.getByRole("button", { name: /^Rename/ }).click();
  await page.getByLabel("Name of the group").fill("Canarynorth");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("option", { name: /^Canarynorth, / })).toBeVisible();

  const bare = await saved(page, "Save the project");
  expect(bare.bytes.toString()).not.toContain("Canary");
  await expect(
    page.getByText("The project holds no lists of values: the hierarchies of city are not in it."),
  ).toBeVisible();
  const full = await download(page, "Save it with them");
  expect(full.bytes.toString()).toContain("Canarynorth");

  await open(page, "cities.csv", CITIES);
  await drop(page, [{ name: bare.name, text: bare.bytes }]);
  await expect(page.getByText("Lists of values are not in the project: city will get suggestions.")).toBeVisible();
  await goTo(page, "Roles");
  await expect(role(page, "city", "quasi-identifier")).toBeChecked();

  await open(page, "cities.csv", CITIES);
  await drop(page, [{ name: full.name, text: full.bytes }]);
  await goTo(page, "Hierarchies");
  await page.getByRole("button", { name: /^city 3 levels/ }).click();
  await expect(page.getByRole("option", { name: /^Canarynorth, / })).toBeVisible();
});

test("a project that is not as it was written is refused by its part, and nothing changes", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(60));
  await setRoles(page, PERSON_ROLES);
  const { bytes } = await saved(page, "Save the project");
  const project = JSON.parse(bytes.toString());
  await drop(page, [{ name: "a.json", text: JSON.stringify({ ...project, pins: [{ columns: 1 }] }) }]);
  await expect(page.getByText(/a\.json is a project whose `pins` is not as this page writes it/)).toBeVisible();
  await drop(page, [
    { name: "b.json", text: JSON.stringify({ ...project, recipe: { ...project.recipe, privacy: { k: 0 } } }) },
  ]);
  await expect(page.getByText(/k: 0 is not allowed/)).toBeVisible();
  await goTo(page, "Roles");
  await expect(role(page, "age", "quasi-identifier")).toBeChecked();
});
