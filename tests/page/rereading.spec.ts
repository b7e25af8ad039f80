/**
 * A file that is read again: settings made before or meanwhile stay, and a recipe that asks for it is one step of
 * undo.
 */

import { expect, type Page, test } from "@playwright/test";
import { choose, download, drop, goTo, open, PERSON_ROLES, setRoles } from "./job";
import { FIRST } from "./marks";
import { coded, persons } from "./table";

const row = (page: Page, column: string) =>
  page.locator("kanon-open-step tbody tr").filter({ has: page.getByRole("rowheader", { name: column, exact: true }) });
const missing = (page: Page, column: string) => row(page, column).locator(".missing span").first();
const role = (page: Page, column: string, name: string) =>
  page.getByRole("radiogroup", { name: `Role of ${column}` }).getByRole("radio", { name, exact: true });

test("a change while the file is read again does not lose the one that it is read for", FIRST, async ({ page }) => {
  await open(page, "persons.csv", coded());
  const buttons = ["-9 of age", "9 of sex"].map((what) =>
    page.getByRole("button", { name: `it means missing: ${what}` }),
  );
  const [age, sex] = await Promise.all(buttons.map((button) => button.elementHandle()));
  // In one task, so that the second comes before the first reading has ended.
  await page.evaluate(
    (both) => {
      for (const button of both) (button as HTMLElement | null)?.click();
    },
    [age, sex],
  );
  await expect(missing(page, "sex")).toHaveText("4 (3.3 %)");
  await expect(missing(page, "age")).toHaveText("6 (5.0 %)");
});

test("a recipe with missing codes of its own is one step of undo", async ({ page }) => {
  await open(page, "persons.csv", coded());
  await page.getByRole("button", { name: "it means missing: -9 of age" }).click();
  await expect(missing(page, "age")).toHaveText("6 (5.0 %)");
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier" });
  const { columns, ...rest } = JSON.parse((await saved(page)).bytes.toString());
  columns.age.missing = ["-9", "7"];
  columns.sex.role = "sensitive";
  await drop(page, [{ name: "other.kanon.json", text: JSON.stringify({ ...rest, columns }) }]);
  await goTo(page, "Open");
  await expect(missing(page, "age")).toHaveText("8 (6.7 %)");
  await goTo(page, "Roles");
  await expect(role(page, "sex", "sensitive")).toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(role(page, "sex", "quasi-identifier")).toBeChecked();
  await goTo(page, "Open");
  await expect(missing(page, "age")).toHaveText("6 (5.0 %)");
});

test("a recipe that waits for its table can be given up when the table has other columns", async ({ page }) => {
  await open(page, "first.csv", persons(60));
  await setRoles(page, PERSON_ROLES);
  const recipe = await saved(page);
  await page.reload();
  await drop(page, [{ name: recipe.name, text: recipe.bytes }]);
  await expect(page.getByText("is loaded. Open the table that it is for.")).toBeVisible();
  await choose(page, /^Open a file/, [{ name: "other.csv", text: "a,b\n1,2\n3,4\n" }]);
  await expect(page.getByRole("heading", { name: /^other.csv does not have 6 columns/ })).toBeVisible();
  await page.getByRole("button", { name: "Do not apply it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "other.csv" })).toBeVisible();
  await goTo(page, "Roles");
  await expect(page.getByRole("radiogroup", { name: "Role of a" }).getByRole("radio", { checked: true })).toHaveCount(
    0,
  );
});

async function saved(page: Page): Promise<{ name: string; bytes: Buffer }> {
  await page.getByText("Recipe", { exact: true }).click();
  return download(page, "Save the recipe");
}

test("columns that become quasi-identifiers one right after the other get a hierarchy each, and no step of undo more", async ({
  page,
}) => {
  await open(page, "persons.csv", persons(300));
  await goTo(page, "Roles");
  const columns = ["age", "sex", "zip", "education"];
  const radios = await Promise.all(columns.map((column) => role(page, column, "quasi-identifier").elementHandle()));
  // In one task: the engine has answered none of them when the last is set.
  await page.evaluate((all) => {
    for (const radio of all) (radio as HTMLElement | null)?.click();
  }, radios);
  await goTo(page, "Hierarchies");
  const list = page.getByRole("navigation", { name: "Quasi-identifiers" });
  for (const levels of [/age\s+[3-9] levels/, /zip\s+[3-9] levels/]) await expect(list).toContainText(levels);
  await page.getByRole("button", { name: "History" }).click();
  const changes = page.getByRole("dialog").getByRole("listitem");
  await expect(changes).toHaveText([
    "start",
    "open persons.csv",
    ...columns.map((name) => `${name} is quasi-identifier`),
  ]);
  await page.getByRole("button", { name: "Close" }).click();
  // Whoever goes back finds the hierarchy that came later.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list).toContainText(/zip\s+[3-9] levels/);
  await expect(list).not.toContainText("education");
});
