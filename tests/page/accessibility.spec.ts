/**
 * Every step against the rules for accessible pages (axe), by day and by night, and no step is wider than its window.
 */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { findUnsafe, goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { LONG } from "./marks";
import { persons } from "./table";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("every step is without findings", LONG, async ({ page }) => {
      test.setTimeout(120_000);
      await page.goto("/");
      await page.locator(".door").first().waitFor();
      await check(page, "first screen");
      await open(page, "persons.csv", `${persons(300)}ragged;1\n`);
      await check(page, "open");
      await open(page, "persons.csv", persons(300));
      await setRoles(page, PERSON_ROLES);
      await page.getByRole("checkbox", { name: "Select age" }).check();
      await check(page, "roles");
      await goTo(page, "Hierarchies");
      await page.locator(".levels").waitFor();
      await check(page, "hierarchies");
      await goTo(page, "Policy");
      await page.getByText("Advanced settings").click();
      await check(page, "policy");
      await run(page);
      await page.getByText("The same as a table").click();
      await check(page, "answer");
      await write(page);
      await check(page, "release");
      await page.getByRole("button", { name: /since load/ }).click();
      await check(page, "trust panel");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Keys" }).click();
      await check(page, "keys");
    });
  });
}

/** Cancels what is worked on, if it has not come to its end. */
async function cancelWork(page: Page): Promise<void> {
  const cancel = page.getByRole("region", { name: "Run" }).getByRole("button", { name: "Cancel" });
  const button = page.getByRole("button", { name: "Find unsafe combinations" });
  await expect(async () => {
    if (await cancel.isVisible()) await cancel.click({ timeout: 1000 });
    await expect(button).toBeVisible({ timeout: 1000 });
  }).toPass();
}

for (const width of [360, 768, 1280, 3840]) {
  const sweep = width === 768 || width === 1280 ? LONG : {};
  test(`nothing reaches over the edge at ${width} px`, sweep, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    const door = await page.locator(".door").first().boundingBox();
    expect(door?.width, `the first door at ${width} px`).toBeGreaterThan(Math.min(width - 64, 240));
    await open(page, "persons.csv", persons(300));
    await setRoles(page, PERSON_ROLES);
    for (const step of ["Open", "Roles", "Hierarchies", "Policy", "Frontier", "Uniques", "Review"] as const) {
      await goTo(page, step);
      if (step === "Frontier") await expect(page.getByText("The area under the frontier is")).toBeVisible();
      if (step === "Uniques") {
        await cancelWork(page);
        await findUnsafe(page);
      }
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${step} at ${width} px`).toBeLessThanOrEqual(0);
    }
  });
}
