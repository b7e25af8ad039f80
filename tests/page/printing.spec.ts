/**
 * What is printed of the page, as the browser makes a PDF of it and the test reads that.
 *
 * It is the report of the release at hand, or the reason why there is none; never a record or a value of the original.
 */

import { expect, type Page, test } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { download, findUnsafe, goTo, open, PERSON_ROLES, run, setRole, setRoles, write } from "./job";
import { persons } from "./table";

const SECTIONS = [
  "1. Verdict",
  "2. Data",
  "3. Purpose, recipients and conditions",
  "4. Columns",
  "5. Adversaries",
  "6. Threshold",
  "7. Method",
  "8. Whether a better policy exists",
  "9. Risk before and after",
  "10. Singling out, linkability, inference",
  "11. Utility",
  "12. Limits",
  "13. Test by a motivated intruder, and review",
  "14. Signatures, digests and how to repeat it",
];

/** What the browser prints, as text. */
async function printed(page: Page): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, " ");
}

/** A table whose every value would be known again in any text. */
function unmistakable(): string {
  const rows = Array.from({ length: 240 }, (_, row) =>
    [
      `Qvist${row}`,
      730_400 + (row % 60) * 7,
      ["Zuluwek", "Ypsomar", "Xanthoveen"][row % 3],
      ["Morbuzeta", "Febrilux", "Tussiquor", "Anginola"][row % 4],
      `Wardnote-${row % 24}`,
    ].join(";"),
  );
  return ["person;income;town;diagnosis;ward", ...rows, ""].join("\n");
}

const UNMISTAKABLE_ROLES = {
  person: "identifier",
  income: "quasi-identifier",
  town: "quasi-identifier",
  diagnosis: "sensitive",
  ward: "insensitive",
};

function valuesOf(table: string): string[] {
  const cells = table
    .trim()
    .split("\n")
    .slice(1)
    .flatMap((line) => line.split(";"));
  return [...new Set(cells)];
}

test("a print is the report of the release: fourteen sections, what was said, and no value of the original", async ({
  page,
}) => {
  const table = unmistakable();
  const values = valuesOf(table);
  expect(values.length).toBeGreaterThan(300);
  await open(page, "unmistakable.csv", table);
  await setRoles(page, UNMISTAKABLE_ROLES);
  await run(page);
  await write(page);
  await page.getByRole("button", { name: "Report to sign…" }).click();
  const dialog = page.getByRole("dialog", { name: "Report to sign" });
  await dialog.getByLabel("Purpose of the release").fill("A study of rare winters");
  const document = (await download(page, /^External edition/, dialog)).bytes.toString();
  // It is printed in place of everything, an open dialog too.
  let text = "";
  await expect(async () => {
    text = await printed(page);
    expect(text).toContain("A study of rare winters");
  }).toPass();
  for (const section of SECTIONS) expect(text).toContain(section);
  expect(values.filter((value) => new RegExp(`\\b${value}\\b`).test(text))).toEqual([]);
  expect(text).not.toContain("Internal edition, HTML");
  await page.emulateMedia({ media: "print" });
  const shown = await page.locator("kanon-printed main").innerHTML();
  await page.setContent(document);
  expect(shown).toBe(await page.locator("main").innerHTML());
});

test("without a release a print says in a line why there is no report", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  expect(await printed(page)).toBe("Kanon prints the report of a release: none of persons.csv has been written yet.");
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  await expect(async () => expect(await printed(page)).toContain(SECTIONS[0])).toPass();
  await goTo(page, "Roles");
  await setRole(page, "zip", "insensitive");
  expect(await printed(page)).toBe(
    "Kanon prints the report of a release: the settings have changed since that of persons.csv was written.",
  );
});

test("a print of the release has no record; the screen has them again after it", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  const grid = page.locator("#released-head");
  await expect(grid).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(grid).toBeHidden();
  await expect(page.getByRole("main").first()).toContainText("Verdict");
  expect(await page.locator("body").innerText()).not.toContain("→");
  await page.emulateMedia({ media: "screen" });
  await expect(grid).toBeVisible();
  await expect(page.locator("kanon-printed")).toBeHidden();
});

test("a key is on no print", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await page.getByLabel("name in the release", { exact: true }).selectOption({ label: "a keyed hash" });
  await run(page);
  await goTo(page, "Release");
  const key = page.getByRole("textbox", { name: /^Key/ });
  await key.fill("a key of more than sixteen bytes");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("input[type=text]:visible")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await expect(key).toBeVisible();
});

test("no other step prints records of the file", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await page.emulateMedia({ media: "print" });
  const shown = page.locator("kanon-grid:not(.printed)");
  for (const step of ["Open", "Hierarchies", "Frontier"] as const) {
    await page.emulateMedia({ media: "screen" });
    await goTo(page, step);
    await page.emulateMedia({ media: "print" });
    for (const grid of await shown.all()) await expect(grid).toBeHidden();
    expect(await page.locator("body").innerText()).not.toContain("person 7");
  }
});

test("a print of a release of suppressed cells is its report, and has no value of the original either", async ({
  page,
}) => {
  const table = unmistakable();
  await open(page, "unmistakable.csv", table);
  await setRoles(page, UNMISTAKABLE_ROLES);
  await goTo(page, "Uniques");
  await page.getByLabel("Unsafe when fewer records than").fill("5");
  await page.keyboard.press("Enter");
  await findUnsafe(page);
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await page.getByRole("button", { name: "Release with these cells suppressed" }).click({ timeout: 60_000 });
  expect(await printed(page)).toContain("none of unmistakable.csv has been written yet");
  await write(page);
  // It is made anew when the release is there.
  await expect.poll(() => printed(page)).toContain("Suppressed cells of each quasi-identifier");
  const text = await printed(page);
  for (const section of SECTIONS) expect(text).toContain(section);
  for (const value of valuesOf(table)) expect(text).not.toContain(value);
});
