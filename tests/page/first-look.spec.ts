/**
 * Two files as they are exported, from the door to their roles: how many presses that takes, what is asked, and that
 * nothing that names a person is published.
 */

import { expect, type Page, test } from "@playwright/test";
import { drop, goTo } from "./job";
import { discharges } from "./own-files";
import { pupils, workbook } from "./workbooks";

/** Counts the presses of a hand. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    window.addEventListener("click", (event) => (counted.presses += event.isTrusted ? 1 : 0), true);
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

/** The role that each column has under Roles. */
async function roles(page: Page): Promise<Record<string, string>> {
  const groups = await page.getByRole("radiogroup", { name: /^Role of / }).all();
  const found: Record<string, string> = {};
  for (const group of groups) {
    const name = (await group.getAttribute("aria-label")) ?? "";
    const checked = group.getByRole("radio", { checked: true });
    found[name.replace("Role of ", "")] =
      (await checked.count()) === 0 ? "to decide" : ((await checked.getAttribute("aria-label")) ?? "");
  }
  return found;
}

test("a file of discharges with a title and a total is understood with three presses", async ({ page }) => {
  const presses = await countPresses(page);
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  await drop(page, [{ name: "discharges.csv", text: discharges(1200) }]);
  await expect(page.getByText("1,201 records · 12 columns")).toBeVisible();
  await page.getByRole("button", { name: "Leave out 1 record that may be none" }).click();
  await expect(page.getByText("1,200 records · 12 columns")).toBeVisible();
  await goTo(page, "Roles");
  await page.getByRole("button", { name: "Use the suggestions" }).click();
  expect(await roles(page)).toEqual({
    "No dossier": "identifier",
    Nom: "identifier",
    Prénom: "identifier",
    DATE_NAISSANCE: "quasi-identifier",
    AGE: "quasi-identifier",
    SEXE: "quasi-identifier",
    CODE_POSTAL: "quasi-identifier",
    DATE_ADM: "quasi-identifier",
    DX_PRINC: "sensitive",
    JOURS: "to decide",
    COUT_EST: "sensitive",
    COMMENTAIRES: "identifier",
  });
  expect(await presses()).toBe(3);
});

test("a workbook of pupils with groups of names is understood with two presses", async ({ page }) => {
  const presses = await countPresses(page);
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  await drop(page, [{ name: "pupils.xlsx", text: workbook([pupils(600)]) }]);
  await expect(page.getByRole("heading", { level: 1, name: /pupils\.xlsx/ })).toBeVisible();
  await goTo(page, "Roles");
  await page.getByRole("button", { name: "Use the suggestions" }).click();
  const found = await roles(page);
  for (const name of ["Student ID", "Last Name", "First Name"]) expect(found[name], name).toBe("identifier");
  expect(["identifier", "to decide"]).toContain(found["Lunch PIN"]);
  for (const name of ["School", "Grade", "Gender", "Race"]) expect(found[name], name).toBe("quasi-identifier");
  for (const name of ["ELA · Scale Score", "Math · Scale Score"]) expect(found[name], name).toBe("sensitive");
  expect(Object.values(found)).not.toContain("insensitive");
  expect(await presses()).toBe(2);
});
