/** The check of a page against the rules for accessible pages. */

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Holds the page against the rules for accessible pages. It is looked at in a window as high as it is: what stays in
 * sight while a page is scrolled lies over buttons, which are small for as long as nobody scrolls on.
 */
export async function check(page: Page, where: string): Promise<void> {
  const window = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (window !== null) await page.setViewportSize({ ...window, height: Math.max(window.height, height) });
  const found = await new AxeBuilder({ page })
    // What holds is told by selectors that take longer to find than all that does not.
    .options({ resultTypes: ["violations"] })
    // Frames are looked at apart and put together in another window, which a page without any can do without.
    .setLegacyMode(page.frames().length === 1)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  if (window !== null) await page.setViewportSize(window);
  expect(
    found.violations.map(
      (violation) => `${where}: ${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`,
    ),
  ).toEqual([]);
}
