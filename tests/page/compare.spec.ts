/** Algorithms compared on one problem: each says what it proves, and the answer stays. */

import { expect, test } from "@playwright/test";
import { check } from "./axe";
import { choose, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { persons, wide, wideRecipe } from "./table";

test.beforeEach(async ({ page }) => {
  await open(page, "persons.csv", persons(600));
  await setRoles(page, PERSON_ROLES);
  await run(page);
});

test("algorithms are compared on the same problem, and the result stays as it is", async ({ page }) => {
  await page.getByRole("tab", { name: "Compare algorithms" }).click();
  const choice = page.getByRole("group", { name: "Algorithms" });
  await choice.getByRole("checkbox", { name: /^brute force/ }).check();
  await expect(choice.getByRole("checkbox", { name: /^OLA/ })).toBeDisabled();
  await page.getByRole("button", { name: /^Compare \d/ }).click();
  const table = page.getByRole("group", { name: "Comparison of algorithms" });
  const row = (name: string) => table.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row("brute force")).toContainText("proven best", { timeout: 30_000 });
  await expect(row("best-first")).toContainText("proven best");
  await expect(row("Datafly")).toContainText("a heuristic, not proven", { timeout: 30_000 });
  const cells = async (name: string) => row(name).getByRole("cell").allInnerTexts();
  const [exact, slow] = [await cells("best-first"), await cells("brute force")];
  expect(exact[0]).toBe(slow[0]);
  expect(exact.at(-1)).toBe(slow.at(-1));
  const checks = (texts: string[]) => Number(texts[3]?.replaceAll(",", ""));
  expect(checks(exact)).toBeLessThan(checks(slow));
  await check(page, "comparison");
  await page.getByRole("tab", { name: "The answer" }).click();
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
});

test("an algorithm says when it proves nothing, and what no policy can lose less than", async ({ page }) => {
  await page.getByText("Advanced settings").click();
  await page.getByRole("combobox", { name: "Algorithm" }).selectOption("datafly");
  await expect(page.getByText("A heuristic: it proves no policy best.")).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The policy found" })).toBeVisible();
  await expect(page.getByText(/no policy is proven best\. None of the .* can lose less than/)).toBeVisible();
  await page.getByText("What the search did").click();
  await expect(page.getByRole("row", { name: /^policies checked/ })).toBeVisible();
});

test("an algorithm that does not take the measure is not offered, and says why", async ({ page }) => {
  await page.getByText("Advanced settings").click();
  const ola = page.getByRole("combobox", { name: "Algorithm" }).locator("option", { hasText: "OLA" });
  await expect(ola).toBeDisabled();
  await page.getByLabel("what to keep: the loss measure").selectOption("precision");
  await expect(ola).toBeEnabled();
  await page.getByRole("combobox", { name: "Algorithm" }).selectOption("ola");
  await run(page);
  await goTo(page, "Policy");
});

test("a comparison is cancelled, and what was reached stays", async ({ page }) => {
  const columns = 8;
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "scores.kanon.json", text: wideRecipe(columns) },
    { name: "scores.csv", text: wide(3000, columns) },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "scores.csv" })).toBeVisible();
  await goTo(page, "Policy");
  await page.getByRole("tab", { name: "Compare algorithms" }).click();
  const choice = page.getByRole("group", { name: "Algorithms" });
  await choice.getByRole("checkbox", { name: /^brute force/ }).check();
  await choice.getByRole("checkbox", { name: /^best-first/ }).uncheck();
  await page.getByRole("button", { name: /^Compare \d/ }).click();
  const cancel = page.getByRole("button", { name: "Cancel the comparison" });
  const table = page.getByRole("group", { name: "Comparison of algorithms" });
  const slow = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "brute force" }) });
  await expect(slow.getByRole("cell").nth(3)).toContainText(/\d/);
  await cancel.click();
  await expect(cancel).toHaveCount(0);
  await expect(slow).toContainText("cancelled");
  await expect(table).not.toContainText("waiting");
});
