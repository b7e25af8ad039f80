/**
 * A survey with missing values, released by suppressed cells at the levels of a policy.
 *
 * What the page writes, the page and the command line verify.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
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

test("a survey with missing values is released by cells at the levels of a policy", async ({ page }) => {
  const original = survey(1500);
  await open(page, "survey.csv", original);
  await setRoles(page, {
    region: "quasi-identifier",
    edad: "quasi-identifier",
    tamaño: "quasi-identifier",
    trabajo: "quasi-identifier",
    renta: "sensitive",
    peso: "insensitive",
  });
  await goTo(page, "Policy");
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("3");
  await k.press("Enter");
  await run(page);
  await goTo(page, "Uniques");
  await page.getByRole("button", { name: /^Take the levels of the policy/ }).click();
  await findUnsafe(page);
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await page.getByRole("button", { name: "Release with these cells suppressed" }).click({ timeout: 60_000 });
  await write(page);
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
});
