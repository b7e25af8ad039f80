/** The page's tables: sorted, filtered, copied, made wider, and readable in a small window. */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { download, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { FIRST } from "./marks";
import { persons } from "./table";

const RECORDS = 300;
const AGE = 1;

/** The texts of one column, in the order in which they are shown. */
async function shown(grid: Locator, column: number): Promise<string[]> {
  return grid.locator(`tbody td[aria-colindex="${column + 2}"]`).allInnerTexts();
}

function preview(page: Page): Locator {
  return page.getByRole("grid", { name: /^First 300 records/ });
}

test(
  "a table is sorted by a column, by pointer and by keys, and back to the order of the file",
  FIRST,
  async ({ page }) => {
    await open(page, "persons.csv", persons(RECORDS));
    const grid = preview(page);
    const asInFile = await shown(grid, AGE);
    const head = grid.getByRole("columnheader", { name: /^age/ });
    await head.getByRole("button").click();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    const ages = (await shown(grid, AGE)).map(Number);
    expect(ages).toEqual([...ages].sort((left, right) => left - right));
    expect(ages).not.toEqual(asInFile.map(Number));
    await grid.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "none");
    expect(await shown(grid, AGE)).toEqual(asInFile);
  },
);

test("a table shows only the rows that hold a value, says of how many, and copies just those", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const table = persons(RECORDS);
  await open(page, "persons.csv", table);
  await page.getByRole("combobox", { name: "Only rows where" }).selectOption({ label: "diagnosis" });
  await page.getByRole("searchbox", { name: "holds" }).fill("ASTH");
  const expected = table.split("\n").filter((line) => line.endsWith(";asthma")).length;
  expect(expected).toBeGreaterThan(0);
  await expect(page.getByText(`${expected} of the 300 rows shown here`)).toBeVisible();
  expect(new Set(await shown(preview(page), 5))).toEqual(new Set(["asthma"]));
  await page.getByRole("button", { name: "Copy as TSV" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n")).toHaveLength(expected + 1);
});

test("a column is made wider by dragging its edge and by keys", async ({ page }) => {
  await open(page, "persons.csv", persons(RECORDS));
  const head = preview(page).getByRole("columnheader", { name: /^name/ });
  const width = async () => (await head.boundingBox())?.width ?? 0;
  const before = await width();
  const edge = await head.locator(".grid-edge").boundingBox();
  if (edge === null) throw new Error("The column has no edge to drag");
  await page.mouse.move(edge.x + 4, edge.y + 4);
  await page.mouse.down();
  await page.mouse.move(edge.x + 64, edge.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await width()) - before)).toBe(60);
  await preview(page).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(async () => Math.round((await width()) - before)).toBe(44);
});

test("rows of the roles are no higher than two lines, and a reason opens", async ({ page }) => {
  await open(page, "persons.csv", persons(RECORDS));
  await setRoles(page, PERSON_ROLES);
  const row = page.locator("tr[data-column=zip]");
  for (const height of await page.locator("tr[data-column]").evaluateAll((rows) => rows.map((r) => r.clientHeight))) {
    expect(height).toBeLessThanOrEqual(44);
  }
  const reason = row.locator(".reason");
  await expect(reason).toHaveAttribute("aria-expanded", "false");
  await reason.click();
  await expect(reason).toHaveAttribute("aria-expanded", "true");
  expect(await reason.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test("in a window of 1280 pixels nothing of the roles has to be scrolled to", async ({ page }) => {
  // What a scroll bar leaves of it, which this browser does not show.
  await page.setViewportSize({ width: 1264, height: 900 });
  await open(page, "persons.csv", persons(RECORDS));
  await goTo(page, "Roles");
  const beyond = () =>
    page.locator("table.roles").evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
  await expect(page.locator("table.roles")).toBeVisible();
  expect(await beyond()).toBeLessThanOrEqual(0);
  await setRoles(page, PERSON_ROLES);
  expect(await beyond()).toBeLessThanOrEqual(0);
});

test("the chart of a run keeps its text at 12 px and is saved as points and as a drawing", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "persons.csv", persons(RECORDS));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  const drawing = page.locator("kanon-trace svg");
  const sizes = await drawing.evaluate((svg) => {
    const box = (svg as SVGSVGElement).viewBox.baseVal;
    const text = svg.querySelector("text");
    return {
      scale: svg.getBoundingClientRect().width / box.width,
      font: text === null ? "" : getComputedStyle(text).fontSize,
    };
  });
  expect(sizes.scale).toBeCloseTo(1, 2);
  expect(sizes.font).toBe("12px");
  const points = (await download(page, "Save as CSV")).bytes.toString("utf8").trim().split("\n");
  expect(points[0]).toBe("milliseconds,best_loss,proven_bound");
  expect(points.length).toBeGreaterThan(1);
  const saved = (await download(page, "Save as SVG")).bytes.toString("utf8");
  expect(saved).toContain('font-size="12px"');
  expect(saved).not.toMatch(/class=|style=/);
});

test("the bar of a run that has ended is put away", async ({ page }) => {
  await open(page, "persons.csv", persons(RECORDS));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  const bar = page.getByRole("region", { name: "Run" });
  await expect(bar).toContainText("Proven best");
  await bar.getByRole("button", { name: "Put away" }).click();
  await expect(bar).toHaveCount(0);
  await page.getByRole("button", { name: "Run again" }).click();
  await expect(bar).toContainText("Proven best");
});
