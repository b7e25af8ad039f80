/** Undo and redo, by key, by button and by name: settings, results and files come back together. */

import { expect, test } from "@playwright/test";
import { drop, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { FIRST } from "./marks";
import { persons } from "./table";

test("settings are undone and redone by key, by button and by name", async ({ page }) => {
  await open(page, "persons.csv", persons(400));
  await setRoles(page, { age: "quasi-identifier" });
  await goTo(page, "Policy");
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("7");
  await k.blur();
  await expect(k).toHaveValue("7");
  await page.keyboard.press("Control+z");
  await expect(k).toHaveValue("5");
  await page.keyboard.press("Control+Shift+z");
  await expect(k).toHaveValue("7");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(k).toHaveValue("5");
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "open persons.csv" }).click();
  await goTo(page, "Roles");
  await expect(page.getByRole("radiogroup", { name: "Role of age" }).getByRole("radio")).toHaveCount(4);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
});

test("undo brings back the result that belongs to the settings", async ({ page }) => {
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("9");
  await k.blur();
  await expect(page.getByText("The settings have changed since this result.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The settings have changed since this result.")).toHaveCount(0);
  await goTo(page, "Release");
  await expect(page.getByRole("button", { name: "Write and verify", exact: true })).toBeVisible();
});

test("opening another file can be undone, and the first is worked on again", async ({ page }) => {
  await open(page, "first.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await drop(page, [{ name: "second.csv", text: persons(50, 2) }]);
  await expect(page.getByRole("heading", { level: 1, name: "second.csv" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "first.csv" })).toBeVisible();
  await run(page);
});

test("undo of another k brings back the result that was found under the first", async ({ page }) => {
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("9");
  await k.blur();
  await run(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(k).toHaveValue("5");
  await expect(page.getByText("The settings have changed since this result.")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
  await goTo(page, "Release");
  await expect(page.getByText("The engine has worked on something else")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /Release/ })).toContainText(
    "run once more",
  );
  await page.getByRole("button", { name: "Run once more", exact: true }).click();
  await expect(page.getByRole("button", { name: "Write and verify", exact: true })).toBeVisible();
});

test("the browser's Back and Forward go through the steps that were visited", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Hierarchies");
  await goTo(page, "Policy");
  const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  await expect(title("Policy")).toBeVisible();
  await page.goBack();
  await expect(title("Hierarchies")).toBeVisible();
  await page.goBack();
  await expect(title("Roles")).toBeVisible();
  await page.goForward();
  await expect(title("Hierarchies")).toBeVisible();
  await expect(page.getByText("persons.csv").first()).toBeVisible();
});
