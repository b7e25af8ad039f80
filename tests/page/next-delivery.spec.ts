/** The next delivery of a table names its columns differently: the page asks which columns of the recipe are meant. */

import { expect, test } from "@playwright/test";
import { check } from "./axe";
import { download, drop, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { persons } from "./table";

test("the next delivery calls its columns otherwise, and the recipe is told which are meant", async ({ page }) => {
  await open(page, "first.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await page.getByText("Recipe", { exact: true }).click();
  const recipe = await download(page, "Save the recipe");

  const second = persons(400, 3).replace(
    "name;age;sex;zip;education;diagnosis",
    "name;Age;gender;zip;education;diagnosis",
  );
  await open(page, "second.csv", second);
  await drop(page, [{ name: recipe.name, text: recipe.bytes }]);
  await expect(page.getByRole("heading", { name: "second.csv does not have 2 columns of the recipe" })).toBeVisible();
  await expect(page.getByLabel("Column of second.csv for age")).toHaveValue("Age");
  await expect(page.getByRole("button", { name: "Apply it without the settings of sex" })).toBeVisible();
  await check(page, "columns called otherwise");
  await page.getByLabel("Column of second.csv for sex").selectOption("gender");
  await page.getByRole("button", { name: "Apply the recipe" }).click();
  await expect(page.getByRole("heading", { name: /does not have/ })).toHaveCount(0);
  await goTo(page, "Roles");
  for (const column of ["Age", "gender", "zip"])
    await expect(
      page.getByRole("radiogroup", { name: `Role of ${column}` }).getByRole("radio", { name: "quasi-identifier" }),
    ).toBeChecked();
  await run(page);
});

test("a recipe for other columns can be refused, and the file before it stays", async ({ page }) => {
  await open(page, "first.csv", persons(60));
  await setRoles(page, PERSON_ROLES);
  await page.getByText("Recipe", { exact: true }).click();
  const recipe = await download(page, "Save the recipe");
  await drop(page, [
    { name: "other.csv", text: "a,b\n1,2\n3,4\n" },
    { name: recipe.name, text: recipe.bytes },
  ]);
  await expect(page.getByRole("heading", { name: /^other.csv does not have 6 columns/ })).toBeVisible();
  await page.getByRole("button", { name: "Do not apply it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "first.csv" })).toBeVisible();
});
