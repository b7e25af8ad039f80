/** What a release may disclose although its claims hold: the warnings before and after it is written. */

import { expect, test } from "@playwright/test";
import { choose, download, goTo, open, run, setRoles, write } from "./job";
import { FIRST } from "./marks";

/** 61 records sorted by age: one that is alone, a class of one diagnosis, and a number of each person. */
function sorted(): string {
  const lines = ["ssn;age;diagnosis"];
  for (let row = 0; row < 60; row += 1)
    lines.push(`s${1000 + row};${20 + Math.floor(row / 20)};d${row < 20 ? 0 : row % 2}`);
  lines.push("s2000;99;rare");
  return `${lines.join("\n")}\n`;
}

test("warnings stand before and after the writing, and the order can be drawn", FIRST, async ({ page }) => {
  await open(page, "sorted.csv", sorted());
  await setRoles(page, { age: "quasi-identifier", diagnosis: "sensitive" });
  await run(page);
  await goTo(page, "Release");
  const told = page.getByRole("region", { name: "What it may disclose all the same" });
  await expect(told).toContainText("The one suppressed record is a class of 1, smaller than k = 5");
  await expect(told).toContainText("The file is sorted by `age`");
  await expect(told).not.toContainText("ssn");
  await expect(page.getByRole("row", { name: /^class of the suppressed/ })).toContainText("1, 100");

  await write(page);
  await expect(told).toContainText("all records have one value of the sensitive column `diagnosis`");
  const inOrder = (await download(page, /^Release, CSV/)).bytes.toString("utf8");

  await page.getByLabel("Write the rows in a drawn order").check();
  await expect(told).not.toContainText("The file is sorted");
  await write(page);
  await expect(told).not.toContainText("The file is sorted");
  const drawn = (await download(page, /^Release, CSV/)).bytes.toString("utf8");
  expect(drawn).not.toBe(inOrder);
  expect(drawn.split("\n").sort()).toEqual(inOrder.split("\n").sort());
  const recipe = JSON.parse((await download(page, "Recipe, JSON")).bytes.toString("utf8"));
  expect(recipe.release).toEqual({ shuffle: expect.any(Number) });

  // The seed is drawn anew each time, so that nobody guesses the order.
  const order = page.getByLabel("Write the rows in a drawn order");
  await order.uncheck();
  await order.check();
  const seed = Number(await page.getByLabel("Seed of the order").inputValue());
  expect(Number.isSafeInteger(seed)).toBe(true);
  expect(seed).not.toBe(recipe.release.shuffle);
});

/**
 * 30 rows with their numbers: a class of one diagnosis, two rows that are all blank, and a column that nobody names.
 */
function finished(count: string): string {
  const lines = ["age;sex;diagnosis;ssn;n"];
  for (let row = 0; row < 30; row += 1)
    lines.push(`${row % 3}0-${row % 3}9;f;${row % 3 === 0 ? "flu" : `d${row % 2}`};s${1000 + row};1`);
  lines.push("*;*;cold;s2000;2", `*;*;cold;s2001;${count}`);
  return `${lines.join("\n")}\n`;
}

test("a finished file is reviewed by what is known of its columns, and its counts are read", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  const told = page.getByRole("region", { name: "What it may disclose all the same" });
  const what = (name: string) => page.getByLabel(`What ${name} is`, { exact: true });
  const review = page.getByRole("button", { name: "Review", exact: true }).last();
  const choosing = async (text: string) => {
    await choose(page, /^(Choose files to review|Add files)$/, [{ name: "finished.csv", text }]);
    // Another file of the same name is asked about anew.
    await expect(what("age")).toHaveValue("");
    for (const name of ["age", "sex"]) await what(name).selectOption("quasi-identifier");
    for (const name of ["diagnosis", "ssn", "n"]) await expect(what(name)).toHaveValue("");
    await expect(review).toBeDisabled();
    const k = page.getByLabel("k that should hold");
    await k.fill("5");
    await k.blur();
  };
  await choosing(finished("1"));
  await review.click();
  await expect(told).toContainText("are a class of 2, smaller than k = 5");
  await expect(told).toContainText("`ssn` looks like an identifier, and is not named as anything");
  const named = page.getByRole("heading", { name: "This is no pass: the file may name persons" });
  await expect(named).toBeVisible();
  // It stands before what the classes show.
  const first = await named.boundingBox();
  const classes = await page.getByRole("heading", { name: /5-anonymous$/ }).boundingBox();
  expect(first?.y ?? 0).toBeLessThan(classes?.y ?? 0);
  await expect(told).toContainText("2 columns are not named as anything: diagnosis, n.");
  await expect(told).toContainText("Classes of one sensitive value were not looked for");
  await expect(told).not.toContainText("recipe");

  await what("diagnosis").selectOption("sensitive");
  await what("ssn").selectOption("identifier");
  await what("n").selectOption("count");
  await review.click();
  await expect(told).toContainText(
    "In 1 class with 10 records all records have one value of the sensitive column `diagnosis`",
  );
  await expect(told).toContainText("are a class of 3, smaller than k = 5");
  await expect(told).toContainText("(3) have one value of the sensitive column `diagnosis`");
  await expect(told).not.toContainText("not looked for");
  await expect(told).not.toContainText("not named");
  await expect(named).toHaveCount(0);
  const alike = page.getByRole("row", { name: /^suppressed records, all blank/ });
  await expect(alike).toContainText("3");

  // A quasi-identifier is no longer anything else.
  await what("ssn").selectOption("quasi-identifier");
  await expect(what("ssn")).toHaveValue("quasi-identifier");
  await what("ssn").selectOption("");
  await expect(what("ssn")).toHaveValue("");

  // Rows with blanks in different columns are in no classes where a blank may be any value.
  await choosing(`${finished("1")}*;f;flu;s3;1\n`);
  await what("diagnosis").selectOption("sensitive");
  await page.getByLabel("A cell with *").selectOption("wildcard");
  await review.click();
  await expect(told).toContainText("What classes disclose was not looked for");
  await expect(told).not.toContainText("one value of the sensitive column");

  await choosing(finished("two"));
  await what("n").selectOption("count");
  await review.click();
  await expect(page.getByRole("alert")).toContainText(
    "Every cell of the count column must hold a whole number above 0",
  );
  await expect(page.getByRole("alert")).toContainText("two");
  await expect(told).toHaveCount(0);
});
