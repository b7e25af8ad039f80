/**
 * Exhibits that the page copies for other pages: byte for byte those of the command line, from the same table and
 * recipe.
 *
 * In a frame without a clipboard, the text is selected to be copied by hand.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Frame, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { Site, Studio } from "./exhibits";
import { chooserOf, download, drop, goTo, PERSON_ROLES, run, setRoles } from "./job";
import { Listener } from "./listener";
import { LONG } from "./marks";
import { persons } from "./table";

const RECIPE = "few.kanon.json";
const TABLE = "hospital.csv";
const studio = new Studio();

/** The sample's recipe with three columns, so that all of its policies can be drawn. */
function keepRecipe(frontier: Record<string, unknown>): void {
  const settings = JSON.parse(readFileSync(join(studio.folder, "hospital.kanon.json"), "utf8"));
  const columns = Object.fromEntries(["age", "sex", "race"].map((name) => [name, settings.columns[name]]));
  const few = { ...settings, columns, frontier: { policies: 1000, reference: "safe-harbor", ...frontier } };
  writeFileSync(join(studio.folder, RECIPE), JSON.stringify(few));
}

const made = (...given: readonly string[]) => studio.kanon("exhibit", ...given);

test.beforeAll(() => {
  studio.kanon("sample", "--records", "2000");
  keepRecipe({});
});
test.afterAll(() => studio.close());

/** Opens the table with its recipe. */
async function openTable(page: Page): Promise<void> {
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  const files = [TABLE, RECIPE].map((name) => ({ name, text: readFileSync(join(studio.folder, name)) }));
  await drop(page, files);
  await expect(page.getByRole("navigation", { name: "Steps" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: TABLE })).toBeVisible();
}

const dialog = (page: Page | Frame) => page.getByRole("dialog", { name: /^Copy as exhibit/ });
const shown = (page: Page | Frame) => dialog(page).getByLabel("The exhibit as text");

/** Opens the dialog, and gives back the text without values and the one with them, as far as there are any. */
async function snippets(
  page: Page,
  within: string,
  withSaid: string | null,
): Promise<{ without: string | null; with: string | null }> {
  await page.locator(within).getByRole("button", { name: "Copy as exhibit" }).click();
  await expect(shown(page).or(dialog(page).getByRole("alert"))).toBeVisible();
  const text = async () => ((await shown(page).count()) === 0 ? null : shown(page).inputValue());
  const without = await text();
  const box = dialog(page).getByRole("checkbox");
  if (withSaid === null) {
    await expect(box).toHaveCount(0);
    return { without, with: null };
  }
  await expect(box).not.toBeChecked();
  await box.check();
  await expect(dialog(page).getByText(withSaid)).toBeVisible();
  return { without, with: await text() };
}

const close = (page: Page) => dialog(page).getByRole("button", { name: "Close" }).click();

test("policy, lattice and hierarchy have the bytes that the command line prints", async ({ page }) => {
  const files = [TABLE, "--recipe", RECIPE, "--publish-unnamed", "--out", "release.csv", "--report", "report.json"];
  studio.kanon("anonymize", ...files);
  await openTable(page);
  await run(page);
  const policy = await snippets(page, "kanon-policy-step", "label of a hierarchy's top");
  expect(policy.without).toBe(made("policy", "--report", "report.json"));
  expect(policy.with).toBe(made("policy", "--report", "report.json", "--with-values"));
  await check(page, "the dialog of an exhibit");
  await close(page);

  const data = ["--recipe", RECIPE, "--data", TABLE];
  await page.getByRole("tab", { name: "The lattice of policies" }).click();
  const lattice = await snippets(page, "kanon-lattice-view", null);
  expect(lattice).toEqual({ without: made("lattice", ...data), with: null });
  await expect(dialog(page).getByText("no value of the data")).toBeVisible();
  await close(page);

  await goTo(page, "Hierarchies");
  const columns = page.getByRole("navigation", { name: "Quasi-identifiers" });
  await columns.getByRole("button", { name: /^race/ }).click();
  const hierarchy = await snippets(page, "kanon-hierarchy-editor", "all labels of its groups");
  expect(hierarchy).toEqual({ without: null, with: made("hierarchy", "race", ...data, "--with-values") });
});

for (const space of ["partition", "full-domain"]) {
  test(`a frontier of ${space} policies has the bytes that the command line prints`, async ({ page }) => {
    keepRecipe({ space });
    studio.kanon("frontier", TABLE, "--recipe", RECIPE, "--report", "frontier.json");
    const report = ["frontier", "--report", "frontier.json"];
    await openTable(page);
    await goTo(page, "Frontier");
    const step = page.locator("kanon-frontier-step");
    await expect(step.getByRole("button", { name: "Copy as exhibit" })).toBeVisible({ timeout: 30_000 });
    await step.getByRole("button", { name: "Copy as exhibit" }).click();
    await expect(shown(page)).toHaveValue(made(...report));
    await dialog(page).getByRole("checkbox").check();
    await expect(shown(page)).toHaveValue(made(...report, "--with-values"));
  });
}

test(
  "what holds values is refused until somebody says so, and so is a lattice that nobody could look through",
  LONG,
  async ({ page }) => {
    keepRecipe({});
    await openTable(page);
    await goTo(page, "Hierarchies");
    await page.locator("kanon-hierarchy-editor").getByRole("button", { name: "Copy as exhibit" }).click();
    const refused = dialog(page).getByRole("alert");
    await expect(refused).toHaveAttribute("data-code", "exhibit-holds-values");
    await expect(refused).toContainText("box for values");
    await expect(shown(page)).toHaveCount(0);
    await dialog(page).getByRole("checkbox").check();
    await expect(shown(page)).toBeVisible();
    await dialog(page).getByRole("checkbox").uncheck();
    await expect(refused).toBeVisible();

    await page.goto("/");
    await page
      .getByRole("button", { name: /sample/i })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
    await run(page);
    await page.getByRole("tab", { name: "The lattice of policies" }).click();
    await page.locator("kanon-lattice-view").getByRole("button", { name: "Copy as exhibit" }).click();
    await expect(refused).toHaveAttribute("data-code", "exhibit-too-large");
    await expect(refused).toContainText("at most 2000");
  },
);

test("it is copied and saved, and drawn where it is put", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openTable(page);
  await run(page);
  await page.locator("kanon-policy-step").getByRole("button", { name: "Copy as exhibit" }).click();
  const snippet = await shown(page).inputValue();
  await dialog(page).getByRole("button", { name: "Copy", exact: true }).click();
  await expect(dialog(page).getByRole("status")).toHaveText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(snippet);
  const saved = await download(page, "Save as a file", dialog(page));
  expect(saved).toEqual({ name: "policy.html", bytes: Buffer.from(snippet) });

  const site = new Site();
  site.body = snippet;
  await page.goto(await site.start());
  await expect(page.locator("kanon-policy").getByRole("listbox")).toBeVisible();
  site.stop();
});

test("in a sandboxed frame, which has no clipboard, the text is selected to be copied by hand", async ({ page }) => {
  const built = readFileSync(join(__dirname, "../../dist/index.html"), "utf8");
  const frame = '<iframe sandbox="allow-scripts allow-downloads" width="1200" height="800" src="/index.html"></iframe>';
  const host = new Listener((path) => ({ "/host": frame, "/index.html": built })[path] ?? null);
  await page.goto(`${await host.start()}/host`);
  const inside = page.frame({ url: /index/ });
  if (inside === null) throw new Error("the frame shows nothing");
  await inside.locator(".door").first().waitFor();
  const chooser = await chooserOf(page, inside.getByRole("button", { name: /^Open a file/ }));
  await chooser.setFiles([{ name: "persons.csv", mimeType: "text/csv", buffer: Buffer.from(persons(300)) }]);
  await setRoles(inside, PERSON_ROLES);
  await run(inside);
  await inside.locator("kanon-policy-step").getByRole("button", { name: "Copy as exhibit" }).click();
  const snippet = await shown(inside).inputValue();
  await dialog(inside).getByRole("button", { name: "Copy", exact: true }).click();
  await expect(dialog(inside).getByRole("status")).toContainText("The text is selected");
  await expect(shown(inside)).toBeFocused();
  expect(await inside.evaluate(() => getSelection()?.toString())).toBe(snippet);
  host.stop();
});
