/** The engine dies: the user is told, a new engine takes over, and no result is written that it does not hold. */

import { expect, test } from "@playwright/test";
import { endEngine, REMEMBER_WORKERS } from "./engine-life";
import { goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { persons } from "./table";

test("when the engine dies, the user is told, and the job goes on with a new one", async ({ page }) => {
  await page.addInitScript(REMEMBER_WORKERS);
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await endEngine(page);
  await expect(page.getByText("The engine had to be started again.")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { made: Worker[] }).made.length)).toBe(2);
  await goTo(page, "Roles");
  await expect(
    page.getByRole("radiogroup", { name: "Role of age" }).getByRole("radio", { name: "quasi-identifier" }),
  ).toBeChecked();
  await run(page);
  await write(page);
});

test("a result that the new engine does not hold is run again before it is written", async ({ page }) => {
  await page.addInitScript(REMEMBER_WORKERS);
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await endEngine(page);
  await goTo(page, "Release");
  await expect(
    page.getByText("The engine has worked on something else, or was started again, since this result", {
      exact: false,
    }),
  ).toBeVisible();
  await goTo(page, "Policy");
  await page.getByRole("button", { name: "Run again" }).click();
  await write(page);
});
