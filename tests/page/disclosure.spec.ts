/** What a release may disclose although its claims hold, before and after it is written. */

import { expect, test } from "@playwright/test";
import { download, goTo, open, run, setRoles, write } from "./job";

/** 61 records sorted by age: one that is alone, a class of one diagnosis, and a column that nobody names. */
function sorted(): string {
  const lines = ["ssn;age;diagnosis"];
  for (let row = 0; row < 60; row += 1)
    lines.push(`s${1000 + row};${20 + Math.floor(row / 20)};d${row < 20 ? 0 : row % 2}`);
  lines.push("s2000;99;rare");
  return `${lines.join("\n")}\n`;
}

test("warnings stand before and after the writing, and the order can be drawn", async ({ page }) => {
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
  await expect(told).toContainText("`ssn` looks like an identifier");
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
  expect(recipe.release).toEqual({ shuffle: 1 });
});
