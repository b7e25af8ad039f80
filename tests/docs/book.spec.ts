/**
 * The built book: its exhibits are live, it asks no other host, and it can be read by day, by night and on narrow
 * screens.
 *
 * `cargo xtask test --long` runs it.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { expectLive, Site, watch } from "./site";

const BOOK = join(__dirname, "../../dist/docs");
const CHAPTERS = join(__dirname, "../../docs/src");
const site = new Site(BOOK);
let address = "";

test.beforeAll(async () => {
  if (!existsSync(join(BOOK, "index.html"))) throw new Error("The book is not built: run `cargo xtask docs`");
  address = await site.start();
});
test.afterAll(() => site.stop());

/** The chapters with the elements of their fences, in order. */
const chapters = readdirSync(CHAPTERS)
  .filter((name) => name.endsWith(".md") && name !== "SUMMARY.md")
  .map((name) => {
    const text = readFileSync(join(CHAPTERS, name), "utf8").replace(/^````[\s\S]*?^````$/gm, "");
    const kinds = [...text.matchAll(/^```kanon\n(\w+)/gm)].map((found) => `kanon-${found[1]}`);
    return { path: `/${name.replace(/\.md$/, ".html")}`, kinds };
  });

test("the script of the exhibits can be taken from the book", async ({ page }) => {
  await page.goto(`${address}/exhibits.html`);
  const link = page.locator("main").getByRole("link", { name: "kanon.js" });
  const file = new URL((await link.getAttribute("href")) ?? "", page.url()).pathname;
  expect(readFileSync(join(BOOK, file))).toEqual(readFileSync(join(BOOK, "../exhibits/kanon.js")));
});

test("every chapter is there, asks no other host and complains of nothing", async ({ page }) => {
  const wrong = watch(page, address);
  let exhibits = 0;
  for (const { path, kinds } of chapters) {
    await page.goto(address + path);
    await expect(page.locator("main h1").first()).toBeVisible();
    for (const kind of new Set(kinds)) {
      const count = kinds.filter((other) => other === kind).length;
      await expect(page.locator(`main ${kind}`), path).toHaveCount(count);
      await expectLive(page, kind);
    }
    exhibits += kinds.length;
    const broken = await page
      .locator("main img")
      .evaluateAll((images) =>
        images.filter((image) => (image as HTMLImageElement).naturalWidth === 0).map((image) => image.outerHTML),
      );
    expect(broken, path).toEqual([]);
  }
  expect(exhibits).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test("the search of the book finds a chapter, and asks for nothing else", async ({ page }) => {
  const wrong = watch(page, address);
  await page.goto(address);
  await page.locator("#mdbook-search-toggle, #search-toggle").first().click();
  await page.getByRole("searchbox").fill("hierarchy");
  await expect(page.getByRole("link", { name: /Hierarchies/ }).first()).toBeVisible();
  expect(wrong).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`exhibits keep the rules of accessible pages in a ${colorScheme} book`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ["/index.html", "/lattice.html", "/hierarchies.html", "/ola.html", "/k-anonymity.html"]) {
      await page.goto(address + path);
      const exhibit = page.locator(
        "main :is(kanon-frontier, kanon-lattice, kanon-hierarchy, kanon-replay, kanon-policy)",
      );
      await expect(exhibit.first()).toBeVisible();
      // Bars and menus are mdBook's own.
      const found = await new AxeBuilder({ page })
        .include("main")
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        .analyze();
      const wrong = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
      expect(wrong, `${path} (${colorScheme})`).toEqual([]);
    }
  });

test("nothing is wider than a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { path } of chapters) {
    await page.goto(address + path);
    const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide, path).toBeLessThanOrEqual(screen ?? 0);
  }
});
