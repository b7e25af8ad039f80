/**
 * A release without its suppressed records: offered where the warning names them, chosen, undone, written and
 * verified.
 */

import { expect, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { download, goTo, open, run, setRoles, write } from "./job";

/** A record that is alone, and 60 of three classes after it, in no order. */
function withOneAlone(): string {
  const lines = ["age;diagnosis", "99;rare"];
  for (let row = 0; row < 60; row += 1) lines.push(`${20 + ((row * 7) % 3)};d${row % 4}`);
  return `${lines.join("\n")}\n`;
}

test("the suppressed records can be removed, from the warning and by the keyboard", async ({ page }) => {
  await open(page, "alone.csv", withOneAlone());
  await setRoles(page, { age: "quasi-identifier", diagnosis: "sensitive" });
  await run(page);
  await goTo(page, "Release");
  const told = page.getByRole("region", { name: "What it may disclose all the same" });
  const choice = page.getByLabel("Suppressed records");
  const ofThem = page.getByRole("row", { name: /^class of the suppressed/ });
  const preview = page.getByRole("row", { name: "99" });
  await expect(choice).toHaveValue("star");
  await expect(page.getByText("1 with * in every quasi-identifier: a class of 1")).toBeVisible();
  await expect(preview).toContainText("99 → *");

  const offer = told.getByRole("button", { name: "Remove this record" });
  await offer.focus();
  await page.keyboard.press("Enter");
  await expect(choice).toHaveValue("remove");
  await expect(told).toHaveCount(0);
  await expect(page.getByText("60 records are written, 1 removed")).toBeVisible();
  await expect(ofThem).toContainText("0; 1 removed");
  await expect(preview).toContainText("99 → removed");
  await expect(preview).toContainText("rare → removed");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(choice).toHaveValue("star");
  await expect(told).toContainText("is a class of 1, smaller than k = 5");
  await choice.focus();
  await page.keyboard.press("ArrowDown");
  await expect(choice).toHaveValue("remove");

  await write(page);
  await expect(told).toContainText("Nothing was found.");
  await expect(page.getByText("The suppressed record is not among them.")).toBeVisible();
  const left = withOneAlone().replace("99;rare\n", "");
  const released = (await download(page, /^Release, CSV/)).bytes.toString("utf8");
  expect(released).toBe(left);
  const report = JSON.parse((await download(page, "Report, JSON")).bytes.toString("utf8"));
  expect([report.records, report.suppressed_records, report.removed_records]).toEqual([60, 1, 1]);
  const recipe = JSON.parse((await download(page, "Recipe, JSON")).bytes.toString("utf8"));
  expect(recipe.release).toEqual({ suppressed: "remove" });
  const zip = unzipSync(new Uint8Array((await download(page, "All as zip")).bytes));
  expect(strFromU8(zip["for the recipient/alone.release.csv"] ?? new Uint8Array())).toBe(left);
});
