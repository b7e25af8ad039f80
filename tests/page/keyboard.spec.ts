/** The whole job by the keyboard alone, and the list of keys. */

import { expect, type Page, test } from "@playwright/test";
import { FIRST } from "./marks";
import { hospital } from "./own-files";
import { persons } from "./table";

/** Goes on with the Tab key until a control of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").replace(/\s+/g, " ").trim();
    });
    if (name.test(focused)) return;
  }
  throw new Error(`No control ${name} was reached by the Tab key`);
}

/** Opens a table by pasting it. */
async function paste(page: Page, table: string): Promise<void> {
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  await tabTo(page, /^Paste/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^Rows from a spreadsheet|^$/);
  await page.getByLabel(/^Rows from a spreadsheet/).evaluate((area, text) => {
    (area as HTMLTextAreaElement).value = text;
  }, table);
  await tabTo(page, /^Open the pasted table/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "pasted.csv" })).toBeVisible();
}

/** Writes the release, and takes it. */
async function release(page: Page): Promise<void> {
  await tabTo(page, /^Write and verify$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Verified: every claim that can be checked holds" })).toBeVisible();
  await tabTo(page, /^Release, CSV/);
  const arriving = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await arriving).suggestedFilename()).toBe("pasted.release.csv");
}

test("the whole job is done with the keyboard alone", FIRST, async ({ page }) => {
  await paste(page, persons(300));

  await tabTo(page, /^First 300 records/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".grid-cursor")).toHaveAttribute("aria-colindex", "3");

  await page.keyboard.press("Alt+2");
  await expect(page.getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
  await tabTo(page, /^Select name/);
  await tabTo(page, /^identifier/);
  for (const key of ["i", "q", "q", "q", "q", "s"]) {
    await page.keyboard.press(key);
    await page.keyboard.press("ArrowDown");
  }
  await expect(
    page.getByRole("radiogroup", { name: "Role of name" }).getByRole("radio", { name: "identifier", exact: true }),
  ).toBeChecked();
  await expect(
    page.getByRole("radiogroup", { name: "Role of diagnosis" }).getByRole("radio", { name: "sensitive", exact: true }),
  ).toBeChecked();

  await page.keyboard.press("Alt+4");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
  await page.keyboard.press("Alt+8");
  await tabTo(page, /^Publish diagnosis as it is$/);
  await page.keyboard.press("Space");
  await release(page);
});

test("a hospital's export is released with the keyboard alone, its groups looked at", async ({ page }) => {
  await paste(page, hospital(600));
  await page.keyboard.press("Alt+2");
  await tabTo(page, /^Use the suggestions/);
  await page.keyboard.press("Enter");
  const steps = page.getByRole("navigation", { name: "Steps" });
  // A hierarchy that is proposed once its column was left would not have been looked at.
  await expect(steps.getByRole("button", { name: /Hierarchies/ })).toContainText(
    "5 proposed hierarchies not looked at",
  );
  await page.keyboard.press("Alt+3");
  for (const column of ["dob", "sex", "postcode", "ethnicity", "admitted"]) {
    await tabTo(page, new RegExp(`^${column}\\b`));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: column, exact: true })).toBeVisible();
  }
  await expect(steps.getByRole("button", { name: /Hierarchies/ })).toContainText("✓");
  await page.keyboard.press("Alt+4");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
  await page.keyboard.press("Alt+8");
  for (const column of ["diagnosis", "cost"]) {
    await tabTo(page, new RegExp(`^Publish ${column} as it is$`));
    await page.keyboard.press("Space");
  }
  await release(page);
});

test("the keys are listed, and those without Ctrl can be switched off", FIRST, async ({ page }) => {
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(dialog).toHaveCount(0);
});
