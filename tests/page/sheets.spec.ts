/**
 * Workbooks, made by `workbooks.ts`: a sheet is chosen and read as text. The command line verifies the release of it.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { download, drop, run, setRoles, write } from "./job";
import { FIRST, LONG } from "./marks";
import { patients, workbook } from "./workbooks";

const KANON = process.env.KANON ?? "";
const OLD = {
  name: "Old & gone",
  hidden: true,
  rows: new Map([
    [1, ["a", "b"]],
    [2, [1, 2]],
  ] as const),
};
const EMPTY = { name: "Empty", rows: new Map() };
const FIRST_LINES = "name,age,sex,zip,admitted\nP0,30,F,00501,2022-01-31\nP1,31,M,00502,2022-02-01\n";

async function give(page: Page, name: string, text: Buffer | string): Promise<void> {
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  await drop(page, [{ name, text }]);
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test(
  "a sheet is chosen by keyboard, released, and verified against its text, by the command line as well",
  LONG,
  async ({ page }) => {
    test.setTimeout(120_000);
    const bytes = workbook([EMPTY, patients(240), OLD]);
    await give(page, "ward.xlsx", bytes);
    const list = page.getByRole("list", { name: "Sheets with data" });
    await expect(list.getByRole("button")).toHaveText([
      /Patients\s+240 records × 5 columns; header in row 3/,
      /Old & gone\s+1 record × 2 columns, hidden; header in row 1/,
    ]);
    await check(page, "a workbook");
    await list.getByRole("button", { name: /^Patients/ }).focus();
    await page.keyboard.press("Enter");
    await expect(title(page, "ward.xlsx · Patients")).toBeVisible();
    const sheet = page.getByRole("region", { name: "The sheet" });
    await expect(sheet).toContainText("Row 3 is the first row that is filled in all 5 columns");
    await expect(sheet.getByRole("listitem")).toHaveText([
      "1 filled row above the header is left out.",
      "240 dates of the sheet are written like 2022-01-31.",
      "240 numbers with leading zeros of the sheet are written like 00501.",
    ]);
    await check(page, "a workbook");
    const taken = await download(page, "Take the text, CSV");
    expect(taken.name).toBe("ward-Patients.csv");
    expect(taken.bytes.toString().startsWith(FIRST_LINES)).toBe(true);

    await setRoles(page, {
      name: "identifier",
      age: "quasi-identifier",
      sex: "quasi-identifier",
      zip: "quasi-identifier",
    });
    await run(page);
    await write(page);
    await expect(page.locator("kanon-release-step")).toContainText(
      "compared with the sheet Patients of ward.xlsx as the text that it was read as",
    );
    const original = await download(page, "The sheet as text, CSV");
    expect(original.bytes.equals(taken.bytes)).toBe(true);
    const released = await download(page, /^Release, CSV/);
    expect(released.name).toBe("ward-Patients.release.csv");

    test.skip(KANON === "", "KANON names no command line");
    const folder = mkdtempSync(join(tmpdir(), "kanon-sheets-"));
    try {
      const keep = (name: string, content: Buffer) => {
        writeFileSync(join(folder, name), content);
        return name;
      };
      const kanon = (...given: string[]) => execFileSync(KANON, given, { cwd: folder }).toString();
      keep("ward.xlsx", bytes);
      kanon("sheet", "ward.xlsx", "--sheet", "Patients", "--out", "native.csv");
      expect(readFileSync(join(folder, "native.csv")).equals(original.bytes)).toBe(true);
      const recipe = keep("recipe.json", (await download(page, "Recipe, JSON")).bytes);
      const report = keep("report.json", (await download(page, "Report, JSON")).bytes);
      const release = keep("release.csv", released.bytes);
      kanon("verify", release, "--report", report, "--recipe", recipe, "--data", "native.csv");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("one sheet with data is opened at once; another header and another sheet are taken later, and undo goes back", async ({
  page,
}) => {
  await give(page, "ward.xlsx", workbook([patients(20), EMPTY]));
  await expect(title(page, "ward.xlsx · Patients")).toBeVisible();
  await page.getByLabel("with the names of the columns in row").fill("4");
  await page.getByRole("button", { name: "Read it so" }).click();
  await expect(page.getByText("19 records · 5 columns")).toBeVisible();
  await page.getByLabel("with the names of the columns in row").fill("2");
  await page.getByRole("button", { name: "Read it so" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "row 2 of the sheet `Patients` is empty and cannot be its header",
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("20 records · 5 columns")).toBeVisible();

  await give(page, "two.xlsx", workbook([OLD, patients(20)]));
  await page.getByRole("button", { name: /^Old & gone/ }).click();
  await expect(title(page, "two.xlsx · Old & gone")).toBeVisible();
  await page.getByLabel("Sheet of two.xlsx").selectOption("Patients");
  await expect(title(page, "two.xlsx · Patients")).toBeVisible();
});

test("a sheet has its groups joined to the names, and its total counts until it is left out", async ({ page }) => {
  const students = Array.from(
    { length: 12 },
    (_, at) => [4 + at, [at + 1, 14 + (at % 3), 51 + at, 60 + at, 7]] as const,
  );
  const rows = new Map<number, readonly (string | number)[]>([
    [1, ["School report"]],
    [2, ["", "", "ELA", "", "Math"]],
    [3, ["Student", "Age", "Score", "Rank", "Score"]],
    ...students,
    [16, ["", "Total", 660]],
  ]);
  await give(page, "school.xlsx", workbook([{ name: "Marks", rows }]));
  await expect(title(page, "school.xlsx · Marks")).toBeVisible();
  await expect(page.getByText(/Row 2 is the first of two rows with names/)).toBeVisible();
  await expect(page.getByText("1 filled row above the header is left out.")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "ELA · Rank" }).first()).toBeVisible();
  await expect(page.getByText("13 records · 5 columns")).toBeVisible();
  await expect(page.getByText("1 record may be none, and counts as a person")).toBeVisible();
  await page.getByRole("button", { name: "Leave out 1 record that may be none" }).click();
  await expect(page.getByText("12 records · 5 columns")).toBeVisible();
});

test("what is no workbook that can be read is told, and what was open stays", FIRST, async ({ page }) => {
  const whole = workbook([patients(20)]);
  const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  await give(page, "ward.xlsx", whole);
  await expect(title(page, "ward.xlsx · Patients")).toBeVisible();
  for (const [name, content, told] of [
    ["half.xlsx", whole.subarray(0, whole.length / 2), /the workbook is damaged/],
    ["old.xls", compound, /an old workbook \(\.xls\).*save it as \.xlsx/s],
    ["locked.xlsx", Buffer.concat([compound, Buffer.from("EncryptedPackage", "utf16le")]), /protected by a password/],
    ["none.xlsx", workbook([EMPTY]), /no sheet with a filled cell/],
  ] as const) {
    await drop(page, [{ name, text: content }]);
    await expect(page.getByRole("alert")).toContainText(told);
    await expect(page.getByRole("alert")).toContainText(name);
    await expect(title(page, "ward.xlsx · Patients")).toBeVisible();
  }
});
