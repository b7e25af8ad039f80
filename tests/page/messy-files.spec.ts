/** Files with ragged records, and with names that are empty or there twice: each has a way on, and the page says what was done. */

import { expect, test } from "@playwright/test";
import { goTo, open, setRoles, write } from "./job";

/** Twelve whole records, three ragged ones between them: rows 1, 7 and 15. */
function ragged(): string {
  const whole = (row: number) => `${20 + (row % 3)};f;x${row}\n`;
  const rows = Array.from({ length: 12 }, (_, row) => whole(row));
  return `age;sex;note\n20\n${rows.slice(0, 5).join("")}21;f;x;y\n${rows.slice(5).join("")}22;f\n`;
}

test("ragged records are left out by one click, and every figure says so", async ({ page }) => {
  await open(page, "ragged.csv", ragged());
  await setRoles(page, { age: "quasi-identifier", sex: "insensitive", note: "insensitive" });
  await goTo(page, "Policy");
  const policy = page.locator("kanon-policy");
  await expect(policy.getByText(/3 records have another number of cells/)).toBeVisible();
  await policy.getByRole("button", { name: "Leave them out" }).click();
  await page.getByLabel("k, records in the smallest class").fill("2");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await goTo(page, "Release");
  await expect(page.getByText(/3 records left out/)).toBeVisible();
  await write(page);
  await expect(page.getByRole("rowheader", { name: /ragged_records/, includeHidden: true })).toBeAttached();
  await goTo(page, "Open");
  await expect(page.getByText("12 records · 3 columns")).toBeVisible();
  const rows = page.locator("kanon-grid tbody th");
  await expect(rows.first()).toHaveText("2");
  await expect(rows.nth(5)).toHaveText("8");
  await page.getByText(/3 records have another number of cells than the header: 3 records left out/).click();
  await expect(page.getByText("row 7: 4 cells")).toBeVisible();
});

test("short records are filled up, and undo refuses them again", async ({ page }) => {
  await open(page, "ragged.csv", ragged());
  await page.getByRole("button", { name: /Give the short ones empty cells, leave the long ones out/ }).click();
  await expect(page.getByText("14 records · 3 columns")).toBeVisible();
  await expect(page.getByText(/1 record left out, 2 records filled up with empty cells/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("15 records · 3 columns")).toBeVisible();
  await expect(page.getByRole("button", { name: /Give the short ones/ })).toBeVisible();
});

test("columns of one name and without one are told apart, and told", async ({ page }) => {
  await open(page, "twice.csv", "age,note,note,\n30,1,a,x\n31,2,b,y\n32,3,c,z\n");
  await page.getByText(/2 columns are called otherwise than in the header/).click();
  await expect(page.getByText("column 3: note → note (2)")).toBeVisible();
  await expect(page.getByText("column 4: no name → column 4")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "note (2)" }).first()).toBeVisible();
});
