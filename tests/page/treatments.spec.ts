/**
 * What becomes of the columns that no policy generalizes.
 *
 * No column is published untouched before the user has confirmed it.
 */

import { createHmac } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { check } from "./axe";
import { confirmUntouched, download, goTo, open, PERSON_ROLES, run, setRole, setRoles, write } from "./job";
import { FIRST, LONG } from "./marks";
import { cells, hospital } from "./own-files";
import { persons } from "./table";

const KEY = "a key of more than sixteen bytes";

/** Says what becomes of a column. */
async function treat(page: Page, column: string, treatment: string): Promise<void> {
  await page.getByLabel(`${column} in the release`, { exact: true }).selectOption({ label: treatment });
}

const writing = (page: Page) => page.getByRole("button", { name: /^Write and verify/ });
const question = (page: Page) => page.getByRole("region", { name: "Published untouched" });

test(
  "identifiers are written as pseudonyms, keyed hashes and masks, and the key is nowhere",
  LONG,
  async ({ page }) => {
    const table = hospital(600);
    await open(page, "admissions.csv", table);
    await setRoles(page, { sex: "quasi-identifier", ethnicity: "quasi-identifier", diagnosis: "sensitive" });
    await setRole(page, "patient", "identifier");
    await setRole(page, "postcode", "identifier");
    await setRole(page, "dob", "identifier");
    await treat(page, "patient", "a keyed hash");
    await treat(page, "postcode", "masked in part");
    await page.getByLabel("First characters of postcode").fill("2");
    await page.getByLabel("First characters of postcode").blur();
    await treat(page, "dob", "a pseudonym");
    await page.getByLabel("Digits of dob").fill("4");
    await page.getByLabel("Digits of dob").blur();
    await treat(page, "notes", "a constant");
    await treat(page, "cost", "left out");
    await check(page, "treatments");
    await run(page);
    await goTo(page, "Release");
    await expect(page.getByText("dob as a pseudonym, P0001 and so on")).toBeVisible();
    await expect(page.getByText("patient as a keyed hash of 32 digits")).toBeVisible();
    await expect(page.locator("#released-head")).toContainText("a keyed hash");
    await confirmUntouched(page);
    await expect(page.getByText("The keyed hashes need a key before anything is written.")).toBeVisible();
    await expect(writing(page).first()).toBeDisabled();
    const key = page.getByRole("textbox", { name: /^Key/ });
    await key.fill("too short");
    await expect(writing(page).first()).toBeDisabled();
    await page.getByRole("button", { name: "Draw a key" }).click();
    await expect(key).toHaveValue(/^[0-9a-f]{64}$/);
    await key.fill(KEY);
    await check(page, "untouched columns and a key");
    await write(page);

    const bytes = (await download(page, /^Release, CSV/)).bytes.toString("utf8");
    const [header = [], ...rows] = cells(bytes);
    expect(header).not.toContain("cost");
    const [, ...originals] = cells(table);
    const numbers = new Map<string, string>();
    const at = (name: string) => header.indexOf(name);
    for (const [place, row] of rows.entries()) {
      const [patient = "", dob = "", , postcode = ""] = originals[place] ?? [];
      const hash = createHmac("sha256", KEY).update(patient).digest("hex").slice(0, 32);
      expect(row[at("patient")]).toBe(hash);
      expect(row[at("postcode")]).toBe(postcode.slice(0, 2) + "*".repeat(postcode.length - 2));
      if (!numbers.has(dob)) numbers.set(dob, `P${String(numbers.size + 1).padStart(4, "0")}`);
      expect(row[at("dob")]).toBe(numbers.get(dob));
      expect(row[at("notes")]).toBe("removed");
    }
    const zip = unzipSync(new Uint8Array((await download(page, "All as zip")).bytes));
    for (const content of Object.values(zip)) expect(strFromU8(content)).not.toContain(KEY);
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(KEY);
    const report = JSON.parse(strFromU8(zip["for the recipient/admissions.recipient-report.json"] ?? new Uint8Array()));
    expect(report.treatments.postcode).toEqual({ mask: { first: 2, last: 0 } });

    // What becomes of another column is another release of the same policy.
    await goTo(page, "Roles");
    await treat(page, "postcode", "left out");
    await goTo(page, "Release");
    await expect(page.getByRole("heading", { name: /^Verified/ })).toHaveCount(0);
    await write(page);
    const again = cells((await download(page, /^Release, CSV/)).bytes.toString("utf8"));
    expect(again[0]).not.toContain("postcode");
  },
);

test("nothing is written before each untouched column is confirmed, and a confirmation falls with what it was of", async ({
  page,
}) => {
  await open(page, "admissions.csv", hospital(600));
  await setRoles(page, { sex: "quasi-identifier", diagnosis: "sensitive", patient: "identifier" });
  await goTo(page, "Roles");
  await expect(page.locator('tr[data-column="notes"]')).toContainText(
    "published as it is, and looks like an identifier",
  );
  await run(page);
  await goTo(page, "Release");
  const table = question(page);
  // What looks like an identifier comes first, with its reason; the figures are the file's.
  const rows = table.locator("tbody tr");
  await expect(rows).toHaveCount(7);
  await expect(table.locator('tr[data-column="notes"]')).toContainText(
    "looks like an identifier: The values are sentences",
  );
  await expect(rows.first()).toContainText("looks like an identifier");
  await expect(table.locator('tr[data-column="cost"]')).toContainText(/\d+ records/);
  await expect(table.getByRole("status")).toHaveText("7 columns to confirm");
  await expect(writing(page).first()).toBeDisabled();
  await expect(page.getByText("7 columns to confirm before anything is written.")).toBeVisible();

  // Together only those of few values, of which none is one record's alone.
  await table.getByRole("button", { name: /^Confirm the 2 columns/ }).click();
  await expect(table.getByRole("checkbox", { name: "Publish diagnosis as it is" })).toBeChecked();
  await expect(table.getByRole("checkbox", { name: "Publish ethnicity as it is" })).toBeChecked();
  await expect(table.getByRole("checkbox", { name: "Publish notes as it is" })).not.toBeChecked();
  await expect(table.getByRole("button", { name: /^Confirm the/ })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(table.getByRole("status")).toHaveText("7 columns to confirm");
  await page.keyboard.press("Control+Shift+z");
  await expect(table.getByRole("status")).toHaveText("5 columns to confirm");
  await confirmUntouched(page);
  await expect(writing(page).first()).toBeEnabled();

  await setRolesOf(page, "diagnosis", "insensitive");
  await run(page);
  await goTo(page, "Release");
  await expect(table.getByRole("status")).toHaveText("1 column to confirm");
  await expect(writing(page).first()).toBeDisabled();
});

async function setRolesOf(page: Page, column: string, role: string): Promise<void> {
  await goTo(page, "Roles");
  await setRole(page, column, role);
}

test("a quasi-identifier that is left out takes no part", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await treat(page, "zip", "left out");
  await expect(page.getByLabel("Weight of zip")).toHaveCount(0);
  await run(page);
  await write(page);
  const [header = ""] = (await download(page, /^Release, CSV/)).bytes.toString("utf8").split("\n");
  expect(header).toBe("age;sex;education;diagnosis");
});

test("letters typed into a treatment choose no role", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(100));
  await setRoles(page, PERSON_ROLES);
  await treat(page, "name", "a constant");
  const constant = page.getByLabel("Constant of name");
  await constant.fill("");
  await constant.pressSequentially("qsi-");
  await constant.blur();
  await expect(
    page.getByRole("radiogroup", { name: "Role of name" }).getByRole("radio", { name: "identifier", exact: true }),
  ).toBeChecked();
  await expect(constant).toHaveValue("qsi-");
  // A spreadsheet program would take it for a formula.
  await constant.fill("=1");
  await constant.blur();
  await expect(constant).toHaveValue("qsi-");
});
