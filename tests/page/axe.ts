import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Holds what is on the screen against the rules for accessible pages. */
export async function check(page: Page, where: string): Promise<void> {
  const found = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(
    found.violations.map(
      (violation) => `${where}: ${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`,
    ),
  ).toEqual([]);
}
