/**
 * Notes on a file and its release: where they go, where they do not go, and when the page asks before they are lost.
 */

import { expect, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { check } from "./axe";
import { download, goTo, leaving, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { FIRST } from "./marks";
import { persons } from "./table";

const NOTES = "Dropped the town: with the age it singled out nine people.\n";

test("notes go into the zip of the release, among what stays with the user, and nowhere else", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await goTo(page, "Notes");
  const area = page.getByLabel("Notes on this file and its release");
  await expect(page.getByRole("button", { name: "Save the notes" })).toBeDisabled();
  await check(page, "notes");
  await area.fill(NOTES);
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Notes");
  await expect(area).toHaveValue(NOTES);
  expect((await download(page, "Save the notes")).bytes.toString()).toBe(NOTES);

  await run(page);
  await write(page);
  const entries = unzipSync(new Uint8Array((await download(page, "All as zip")).bytes));
  const holding = Object.keys(entries).filter((name) =>
    strFromU8(entries[name] ?? new Uint8Array()).includes("the town"),
  );
  expect(holding).toEqual(["for you/notes.txt"]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("the town");
});

test("without notes the zip has no file for them", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await goTo(page, "Notes");
  await page.getByLabel("Notes on this file and its release").fill("  \n");
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  const entries = unzipSync(new Uint8Array((await download(page, "All as zip")).bytes));
  expect(Object.keys(entries)).not.toContain("for you/notes.txt");
});

test("the page asks before notes are lost that nobody saved", async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await goTo(page, "Notes");
  const { leave, asked } = leaving(page);
  await page.getByLabel("Notes on this file and its release").fill(NOTES);
  await leave();
  await expect.poll(asked).toBe(1);
  // A recipe has no notes.
  await page.getByText("Recipe", { exact: true }).click();
  await download(page, "Save the recipe");
  await leave();
  await expect.poll(asked).toBe(2);
  await goTo(page, "Notes");
  await download(page, "Save the notes");
  await leave();
  await expect(page.locator(".door").first()).toBeVisible();
  expect(asked()).toBe(2);
});

test("notes stay with their file: another has none, and undo brings both back", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await goTo(page, "Notes");
  const area = page.getByLabel("Notes on this file and its release");
  await area.fill(NOTES);
  await goTo(page, "Open");
  await page.getByLabel("Encoding").selectOption("windows-1252");
  await goTo(page, "Notes");
  await expect(area).toHaveValue(NOTES);
  await page.locator("main").evaluate((main) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["a;b\n1;2\n"], "other.csv"));
    main.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  });
  await expect(page.getByRole("heading", { level: 1, name: "other.csv" })).toBeVisible();
  await goTo(page, "Notes");
  await expect(area).toHaveValue("");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(area).toHaveValue(NOTES);
});
