/**
 * A survey with missing values, released by suppressed cells at the levels of a policy.
 *
 * What the page writes, the page and the command line verify.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { commandLine, NO_KANON } from "./command-line";
import { download, findUnsafe, goTo, open, run, setRoles, write } from "./job";

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-survey-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Households of a survey: a region without gaps, three answers that may be missing, and a weight. */
function survey(records: number): string {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((limit * state) / 2 ** 32);
  };
  const gap = (share: number, value: string | number) => (below(100) < share ? "" : value);
  const lines = ["region;edad;tamaño;trabajo;renta;peso"];
  for (let record = 0; record < records; record += 1)
    lines.push(
      [
        `ES${1 + below(4)}${1 + below(3)}`,
        gap(4, 18 + below(70)),
        gap(6, 1 + below(5)),
        gap(12, ["empleo", "paro", "estudios", "hogar"][below(4)] ?? ""),
        `${800 + below(3000)},${below(10)}`,
        `${50 + below(900)},${below(10)}`,
      ].join(";"),
    );
  return `${lines.join("\n")}\n`;
}

const ROLES = {
  region: "quasi-identifier",
  edad: "quasi-identifier",
  tamaño: "quasi-identifier",
  trabajo: "quasi-identifier",
  renta: "sensitive",
  peso: "insensitive",
} as const;

/** Opens a survey, and asks for k = 3. */
async function openSurvey(page: Page, text: string): Promise<void> {
  await open(page, "survey.csv", text);
  await setRoles(page, ROLES);
  await goTo(page, "Policy");
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("3");
  await k.press("Enter");
  await run(page);
}

/** Has the people of the population counted by the weights. */
async function countPeople(page: Page): Promise<void> {
  await goTo(page, "Release");
  await page.getByLabel("People of the population").selectOption("weights peso");
}

/** Suppresses cells at the levels of the policy, and writes that release. */
async function releaseCells(page: Page): Promise<void> {
  await goTo(page, "Uniques");
  await page.getByRole("button", { name: /^Take the levels of the policy/ }).click();
  await findUnsafe(page);
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await page.getByRole("button", { name: "Release with these cells suppressed" }).click({ timeout: 60_000 });
  await write(page);
}

/** What the command line says of the files that the page hands out. */
async function verifyAgain(page: Page, original: string): Promise<void> {
  const kanon = commandLine();
  test.skip(kanon === null, NO_KANON);
  if (kanon === null) return;
  writeFileSync(join(folder, "survey.csv"), original);
  for (const [name, button] of [
    ["release.csv", /^Release, CSV/],
    ["report.json", "Report, JSON"],
    ["recipe.json", "Recipe, JSON"],
  ] as const)
    writeFileSync(join(folder, name), (await download(page, button)).bytes);
  const given = ["verify", "release.csv", "--report", "report.json", "--recipe", "recipe.json", "--data", "survey.csv"];
  const said = execFileSync(kanon, given, { cwd: folder, encoding: "utf8" });
  expect(said).not.toMatch(/^FAILS/m);
}

test("a survey with missing values is released by cells at the levels of a policy", async ({ page }) => {
  const original = survey(1500);
  await openSurvey(page, original);
  await releaseCells(page);
  await verifyAgain(page, original);
});

test("a survey whose weights count people is released by its policy, and then by cells", async ({ page }) => {
  const original = survey(1500);
  await openSurvey(page, original);
  await countPeople(page);
  await run(page);
  await goTo(page, "Release");
  await expect(page.getByText("estimated by the weights of peso")).toBeVisible();
  await write(page);
  await verifyAgain(page, original);
  await releaseCells(page);
  await verifyAgain(page, original);
});

test("weights that say how a record counts in an average count no people", async ({ page }) => {
  // Of mean 1, as surveys have them for their analyses.
  const lines = survey(300).split("\n");
  const average = lines.map((line, row) =>
    row === 0 || line === "" ? line : line.replace(/[^;]*$/, row % 2 === 0 ? "1,96" : "0,04"),
  );
  await openSurvey(page, average.join("\n"));
  await countPeople(page);
  await goTo(page, "Policy");
  await page.getByRole("button", { name: /^Run( again)?$/ }).click();
  const told = page.getByRole("alert");
  await expect(told).toContainText("the weights add up to 300 for 300 records, and 150 of them are below 1");
  await expect(told).toContainText("not how many people it stands for");
  await expect(
    page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /\bRelease\b/ }),
  ).toBeDisabled();
  // Without them the release is made as before, and nothing is claimed of a population.
  await page.getByRole("button", { name: "Count no people by peso" }).click();
  await expect(told).toHaveCount(0);
  await run(page);
  await goTo(page, "Release");
  await expect(page.getByText("No population was used.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "journalist, highest" })).toHaveCount(0);
});
