/**
 * The report to sign: from the same files, page and command line write the same bytes. It can be read, printed and
 * checked.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { download, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { persons } from "./table";

const KANON = process.env.KANON ?? join(__dirname, "../../target/debug/kanon");
const PURPOSE = "A study of <care> in small towns,\nasked for by the board.";

let folder = "";
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-document-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

function keep(name: string, bytes: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function released(page: Page): Promise<void> {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
}

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "Report to sign…" }).click();
  const dialog = page.getByRole("dialog", { name: "Report to sign" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("both editions have the bytes of the command line, with what was said", async ({ page }) => {
  await released(page);
  const report = keep("report.json", (await download(page, "Report, JSON")).bytes);
  const recipe = keep("recipe.json", (await download(page, "Recipe, JSON")).bytes);
  const dialog = await openDialog(page);
  await dialog.getByLabel("Purpose of the release").fill(PURPOSE);
  await dialog.getByLabel("Contact").fill("The data office");
  const said = keep("said.json", JSON.stringify({ purpose: PURPOSE, contact: "The data office" }));
  const table = keep("persons.csv", persons(300));
  const compared = keep("compared.json", execFileSync(KANON, ["compare", table, "--recipe", recipe]));
  for (const edition of ["internal", "external"]) {
    const given = await download(page, new RegExp(`^${edition} edition`, "i"), dialog);
    expect(given.name).toBe(`persons.${edition}-report.html`);
    const made = join(folder, `${edition}.html`);
    execFileSync(
      KANON,
      [
        "report",
        report,
        "--recipe",
        recipe,
        "--said",
        said,
        "--compared",
        compared,
        "--edition",
        edition,
        "--out",
        made,
      ],
      {
        stdio: "pipe",
      },
    );
    expect(given.bytes.equals(readFileSync(made))).toBe(true);
  }
});

test("the document is read, printed and checked: every section, no script, no record of the table", async ({
  page,
}) => {
  await released(page);
  const dialog = await openDialog(page);
  await check(page, "report to sign");
  const file = keep("document.html", (await download(page, /^Internal edition/, dialog)).bytes);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(14);
  await check(page, "the document");
  expect(asked).toHaveLength(1);
  const text = await page.locator("body").innerText();
  expect(text).toContain("every record that is not suppressed");
  expect(text).not.toMatch(/person \d/);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 2 }).last()).toBeVisible();
  expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000);
});

test("what was said stays with its file and goes into the project", async ({ page }) => {
  await released(page);
  const dialog = await openDialog(page);
  await dialog.getByLabel("Purpose of the release").fill(PURPOSE);
  await dialog.getByRole("button", { name: "Close" }).click();
  const again = await openDialog(page);
  await expect(again.getByLabel("Purpose of the release")).toHaveValue(PURPOSE);
  await again.getByRole("button", { name: "Close" }).click();
  await page.getByText("Recipe", { exact: true }).click();
  const project = JSON.parse((await download(page, "Save the project")).bytes.toString());
  expect(project.said).toEqual({ purpose: PURPOSE });
});
