/**
 * The replay of the exact search on somebody else's page, box by box: boxes are framed, and a step marks what it
 * closes.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { Site, Studio } from "./exhibits";
import { LONG } from "./marks";

interface Step {
  readonly policy: number;
  readonly state: string;
  readonly said: string;
  readonly box?: readonly (readonly number[])[];
  readonly closed?: readonly number[];
}

const studio = new Studio();
const site = new Site();
let address = "";

test.beforeAll(async () => {
  studio.kanon("sample", "--records", "1000");
  const settings = JSON.parse(readFileSync(join(studio.folder, "hospital.kanon.json"), "utf8"));
  const columns = Object.fromEntries(["age", "sex", "race", "zip"].map((name) => [name, settings.columns[name]]));
  writeFileSync(join(studio.folder, "few.json"), JSON.stringify({ ...settings, frontier: undefined, columns }));
  const exact = ["--algorithm", "exact"];
  site.body = studio.kanon("exhibit", "replay", "--recipe", "few.json", "--data", "hospital.csv", ...exact);
  address = await site.start();
});
test.afterAll(() => {
  site.stop();
  studio.close();
});

const exhibit = (page: Page) => page.locator("kanon-replay");

async function recordedSteps(page: Page): Promise<readonly Step[]> {
  return JSON.parse((await exhibit(page).locator("script").textContent()) ?? "").steps;
}

test("the exact search is stepped through box by box, and in the end every policy is marked", async ({ page }) => {
  await page.goto(address);
  const steps = await recordedSteps(page);
  const at = exhibit(page).getByRole("slider", { name: "Step" });
  const button = exhibit(page).getByRole("button", { name: "Step", exact: true });
  await expect(button).toBeVisible();
  await at.focus();
  // To the first box of which smaller ones are left.
  const cut = steps.findIndex(({ said }) => /cut into|as boxes of/.test(said));
  expect(cut).toBeGreaterThan(0);
  for (let presses = 0; presses <= cut; presses++) await page.keyboard.press("ArrowRight");
  await expect(exhibit(page).locator("[part=sentence]")).toHaveText(`Step ${cut + 1}: ${steps[cut]?.said}`);
  const size = steps[cut]?.box?.reduce((product, levels) => product * levels.length, 1);
  await expect(exhibit(page).locator("rect.boxed")).toHaveCount(size ?? 0);
  const marked = () => exhibit(page).locator(".state:not(.unmet)").count();
  const known = new Set(
    steps
      .slice(0, cut + 1)
      .flatMap(({ state, policy, closed = [] }) => (state === "same" ? closed : [policy, ...closed])),
  );
  expect(await marked()).toBe(known.size);
  const all = await exhibit(page).getByRole("option").count();
  expect(known.size).toBeLessThan(all);
  await page.keyboard.press("End");
  expect(await marked()).toBe(all);
  await expect(exhibit(page).locator("rect.best")).toHaveCount(1);
});

test("its boxes can be read by everyone, light and dark", LONG, async ({ page }) => {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(address);
    const button = exhibit(page).getByRole("button", { name: "Step", exact: true });
    await button.click();
    await check(page, `the exact search, ${scheme}`);
  }
});
