/** What a user does, as functions: the specs are made of these. */

import { expect, type FileChooser, type Frame, type Locator, type Page } from "@playwright/test";

/** The page itself, where it runs in a frame of another, or one of several workbenches. */
type Shown = Page | Frame | Locator;

export interface GivenFile {
  readonly name: string;
  readonly text: string | Buffer;
}

/** Clicks what opens the dialog for choosing files, and waits for it. */
export async function chooserOf(page: Page, button: Locator): Promise<FileChooser> {
  const chooser = page.waitForEvent("filechooser");
  // A click may overtake the browser's order to report choosers; an answer after that order tells that it is in force.
  await page.evaluate(() => undefined);
  await button.click();
  return chooser;
}

/** Chooses files in the dialog that a button opens. */
export async function choose(
  page: Page,
  button: string | RegExp,
  files: readonly GivenFile[],
  within: Shown = page,
): Promise<void> {
  const chooser = await chooserOf(page, within.getByRole("button", { name: button }));
  await chooser.setFiles(
    files.map((file) => ({
      name: file.name,
      mimeType: file.name.endsWith(".json") ? "application/json" : "text/csv",
      buffer: Buffer.from(file.text),
    })),
  );
}

/** Drops files onto the page, or onto one element of it. */
export async function drop(page: Page, files: readonly GivenFile[], onto = page.locator("main")): Promise<void> {
  const given = files.map((file) => ({ name: file.name, base64: Buffer.from(file.text).toString("base64") }));
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const file of list) {
      const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], file.name));
    }
    return data;
  }, given);
  await onto.dispatchEvent("dragover", { dataTransfer: transfer });
  await onto.dispatchEvent("drop", { dataTransfer: transfer });
}

/** Opens the page and a table in it. */
export async function open(page: Page, name: string, text: string): Promise<void> {
  await page.goto("/");
  await choose(page, /^Open a file/, [{ name, text }]);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

export type Step =
  | "Open"
  | "Roles"
  | "Hierarchies"
  | "Policy"
  | "Frontier"
  | "Uniques"
  | "Compare"
  | "Release"
  | "Review"
  | "Notes";

export async function goTo(page: Shown, step: Step): Promise<void> {
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: new RegExp(`\\b${step}\\b`) })
    .click();
}

/** Leaves the page, and stays where it asks whether to; with how often it has asked. */
export function leaving(page: Page): { leave: () => Promise<void>; asked: () => number } {
  let asked = 0;
  page.on("dialog", (dialog) => {
    expect(dialog.type()).toBe("beforeunload");
    asked += 1;
    void dialog.dismiss();
  });
  return {
    leave: () => page.evaluate(() => location.reload()).catch(() => undefined),
    asked: () => asked,
  };
}

/** Sets the role of a column by its letter. */
export async function setRole(page: Shown, column: string, role: string): Promise<void> {
  const letters = page.getByRole("radiogroup", { name: `Role of ${column}`, exact: true });
  await letters.getByRole("radio", { name: role, exact: true }).click();
  await expect(letters.getByRole("radio", { name: role, exact: true })).toBeChecked();
}

/** Sets the roles of columns, and has the others released as they are where one of these is a quasi-identifier. */
export async function setRoles(page: Shown, roles: Readonly<Record<string, string>>): Promise<void> {
  await goTo(page, "Roles");
  for (const [column, role] of Object.entries(roles)) await setRole(page, column, role);
  const open = toDecide(page);
  if (await open.isVisible()) await releaseThem(open);
}

function toDecide(page: Shown): Locator {
  return page.getByRole("group", { name: "Columns to decide" });
}

async function releaseThem(open: Locator): Promise<void> {
  await open.getByRole("button", { name: /^Release (it|them) as/ }).click();
  await expect(open).toHaveCount(0);
}

/** Finds unsafe combinations and waits for them. */
export async function findUnsafe(page: Shown): Promise<void> {
  await page.getByRole("button", { name: "Find unsafe combinations" }).click();
  await expect(page.locator("kanon-uniques-step .stale")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "By size", exact: true })).toBeVisible();
}

/** Has the columns that a recipe does not name released as they are. */
async function decideTheRest(page: Shown): Promise<void> {
  const open = toDecide(page);
  await expect(open.or(page.getByRole("button", { name: /^Run( again)?$/ }))).toBeVisible();
  if (await open.isVisible()) await releaseThem(open);
}

/** Runs a policy and waits for its proof. */
export async function run(page: Shown): Promise<void> {
  await goTo(page, "Policy");
  await decideTheRest(page);
  await page.getByRole("button", { name: /^Run( again)?$/ }).click();
  const proven = page.getByRole("heading", { name: "The best policy", exact: true });
  const ended = proven.or(page.getByRole("alert"));
  await expect(ended).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(proven).toBeVisible();
}

/** Agrees to publish every column that is published untouched, one by one. */
export async function confirmUntouched(page: Shown): Promise<void> {
  const table = page.getByRole("region", { name: "Published untouched" });
  await expect(table).toBeVisible();
  for (const tick of await table.getByRole("checkbox").all()) await tick.check();
  await expect(table.getByRole("status")).not.toContainText("to confirm");
}

/** Writes the release and waits for its verification. */
export async function write(page: Shown): Promise<void> {
  await goTo(page, "Release");
  await confirmUntouched(page);
  await page.getByRole("button", { name: "Write and verify", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Verified: every claim that can be checked holds" })).toBeVisible({
    timeout: 30_000,
  });
}

/** The bytes that a button hands out, and the name they come under. */
export async function download(
  page: Page,
  button: string | RegExp,
  within: Shown = page,
): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent("download");
  await within.getByRole("button", { name: button }).click();
  const arrived = await arriving;
  const chunks: Buffer[] = [];
  for await (const chunk of await arrived.createReadStream()) chunks.push(chunk as Buffer);
  return { name: arrived.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** A figure of the scoreboard's column "now" or "before". */
export async function figure(page: Shown, name: string, column: "before" | "now"): Promise<string> {
  const row = page
    .getByRole("complementary", { name: "Scoreboard" })
    .getByRole("button", { name, exact: true })
    .locator("xpath=ancestor::tr[1]");
  const cell = row.getByRole("cell").nth(column === "before" ? 0 : 1);
  return (await cell.innerText()).trim();
}

export const PERSON_ROLES: Readonly<Record<string, string>> = {
  name: "identifier",
  age: "quasi-identifier",
  sex: "quasi-identifier",
  zip: "quasi-identifier",
  education: "quasi-identifier",
  diagnosis: "sensitive",
};

/** Searches the frontier anew; it ends when `policies` of them are evaluated. */
export async function searchFrontier(page: Page, policies: number): Promise<void> {
  const step = page.locator("kanon-frontier-step");
  const most = step.getByLabel("Policies evaluated, at most");
  await most.fill(String(policies));
  await most.press("Enter");
  await page.keyboard.press("Escape");
  await step.getByRole("button", { name: /^Search (anew|the frontier)$/ }).click();
}
