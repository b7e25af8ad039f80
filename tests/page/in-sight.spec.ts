/**
 * What stays in sight while a long step is scrolled.
 *
 * The page is also walked by keys: nothing that has the focus may be covered.
 */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { HostSite } from "./embedding";
import { choose, drop, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { FIRST, LONG } from "./marks";
import { persons } from "./table";

/** Opens a table and runs a policy, so that the step is several screens high. */
async function longPolicy(page: Page): Promise<void> {
  await open(page, "persons.csv", persons(600));
  await setRoles(page, PERSON_ROLES);
  await run(page);
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("it is not drawn");
  return box;
}

/** Every part of the frame that has to be seen: bar on top, steps and board below it, each with all that is in it. */
async function expectFrame(page: Page, top: number, height: number): Promise<void> {
  const bar = await boxOf(page.locator(".top-bar"));
  expect(bar.y).toBeCloseTo(top, 0);
  for (const part of [page.locator(".scoreboard"), page.locator(".steps")]) {
    const box = await boxOf(part);
    expect(box.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
    expect(box.y + box.height).toBeLessThanOrEqual(top + height);
  }
  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
  await expect(page.getByRole("button", { name: "average risk" })).toBeInViewport();
}

test("top bar, steps and board stay while a long step is scrolled", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await longPolicy(page);
  await page.evaluate(() => window.scrollTo(0, 900));
  await expectFrame(page, 0, 900);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expectFrame(page, 0, 900);
});

test("they stay in another page's element, too", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const site = new HostSite();
  site.body = "<kanon-workbench></kanon-workbench>";
  const address = await site.start();
  try {
    await page.goto(`${address}/`);
    const room = page.locator("kanon-workbench .room");
    await page.getByRole("button", { name: "Start Kanon" }).click();
    await expect(room.getByRole("button", { name: /^Open a file/ })).toBeVisible({ timeout: 30_000 });
    await drop(page, [{ name: "persons.csv", text: persons(600) }], room.locator(".work"));
    await expect(room.getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
    await goTo(page, "Roles");
    await room.evaluate((element) => element.scrollTo(0, 300));
    const { y, height } = await boxOf(room);
    await expectFrame(page, y + 1, height);
  } finally {
    site.stop();
  }
});

/** Whether something stands in front of all of what has the focus. */
function isCovered(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return null;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
    );
    const seen = places.some(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return (
        there !== null &&
        (focused.contains(there) || there.contains(focused) || focused.closest("label")?.contains(there))
      );
    });
    return seen ? null : `${focused.outerHTML.slice(0, 120)} at ${Math.round(top)}`;
  });
}

for (const [name, width, height] of [
  ["a wide window", 1440, 900],
  ["twice the size", 720, 450],
  ["360 px", 360, 800],
] as const) {
  test(`nothing that has the focus is covered: ${name}`, width === 360 ? {} : LONG, async ({ page }) => {
    await longPolicy(page);
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator(".brand").focus();
    const covered: string[] = [];
    for (const key of [...Array(70).fill("Tab"), ...Array(70).fill("Shift+Tab")]) {
      await page.keyboard.press(key);
      const found = await isCovered(page);
      if (found !== null) covered.push(found);
    }
    expect(covered).toEqual([]);
  });
}

test("the last step is not under the run bar at twice the size", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await longPolicy(page);
  await expect(page.getByRole("region", { name: "Run" })).toBeVisible();
  const last = page.getByRole("navigation", { name: "Steps" }).getByRole("button").last();
  await last.scrollIntoViewIfNeeded();
  const step = await boxOf(last);
  const bar = await boxOf(page.getByRole("region", { name: "Run" }));
  expect(step.y + step.height).toBeLessThanOrEqual(bar.y + 1);
});

test("a column that is chosen low in a long list has its editor in sight", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  const names = Array.from({ length: 16 }, (_, column) => `answer${column}`);
  const rows = Array.from({ length: 60 }, (_, row) => names.map((_name, column) => (row + column) % 3).join(";"));
  await open(page, "answers.csv", [names.join(";"), ...rows, ""].join("\n"));
  await setRoles(page, Object.fromEntries(names.map((name) => [name, "quasi-identifier"])));
  await goTo(page, "Hierarchies");
  const picks = page.getByRole("navigation", { name: "Quasi-identifiers" });
  await picks.getByRole("button", { name: /^answer15\b/ }).click();
  const title = page.getByRole("heading", { level: 2, name: "answer15" });
  await expect(title).toBeInViewport({ ratio: 1 });
  const bar = await boxOf(page.locator(".top-bar"));
  expect((await boxOf(title)).y).toBeGreaterThanOrEqual(bar.y + bar.height);
});

test("the range of a column's numbers stands in one line", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const rows = Array.from({ length: 40 }, (_, row) => `${4_000_000 + row * 411}`);
  await open(page, "numbers.csv", ["number", ...rows, ""].join("\n"));
  const { height } = await boxOf(page.getByText(/^4,000,000 to/));
  expect(height).toBeLessThanOrEqual(16);
});

test("a phone shows all of the lines of an encoding, and of the menu", FIRST, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const words = Array.from({ length: 40 }, (_, at) => `Stra\xdfe${at}`).join(" ");
  const line = (row: number) => `${row},M\xfcnchen ${words}`;
  const text = `id,Stadt\n${Array.from({ length: 20 }, (_, row) => line(row)).join("\n")}\n`;
  await page.goto("/");
  await choose(page, /^Open a file/, [{ name: "patienten.csv", text: Buffer.from(text, "latin1") }]);
  await expect(page.getByText("Which line reads right?")).toBeVisible();
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > 360);
  expect(await isWide()).toBe(false);
  await page.getByText("Recipe", { exact: true }).click();
  for (const entry of await page.locator(".menu-entries button").all()) {
    const { x, width } = await boxOf(entry);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  }
  expect(await isWide()).toBe(false);
});
