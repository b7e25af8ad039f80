/** Conditions on sensitive columns: set in place, searched, told, released, and the same as on the command line. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { commandLine } from "./command-line";
import { confirmUntouched, download, goTo, open, run, setRoles, write } from "./job";

/** Persons of whom those of one district all have the same diagnosis. */
function clinic(): string {
  const line = (person: number) => {
    const district = person % 6;
    const diagnosis =
      district === 5 ? "asthma" : ["asthma", "flu", "", "fracture"][(Math.floor(person / 6) + district) % 4];
    return `${20 + ((person * 11) % 60)},${person % 2 === 0 ? "f" : "m"},d${district},${diagnosis}`;
  };
  return `age,sex,district,Diagnosis\n${Array.from({ length: 360 }, (_, person) => line(person)).join("\n")}\n`;
}

const ROLES = {
  age: "quasi-identifier",
  sex: "quasi-identifier",
  district: "quasi-identifier",
  Diagnosis: "sensitive",
} as const;

/** The classes of a release with the different known diagnoses in each. */
function fewest(csv: string): number {
  const values = new Map<string, Set<string>>();
  for (const line of csv.trimEnd().split(/\r?\n/).slice(1)) {
    const at = line.lastIndexOf(",");
    const [key, value] = [line.slice(0, at), line.slice(at + 1)];
    if (key === "*,*,*") continue;
    const own = values.get(key) ?? new Set();
    values.set(key, value === "" ? own : own.add(value));
  }
  return Math.min(...[...values.values()].map((own) => own.size));
}

async function search(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Run( again)?$/ }).click();
  await expect(page.getByRole("heading", { name: "The best policy" })).toBeVisible();
  await expect(page.locator(".stale")).toHaveCount(0);
}

test("every class gets different values of a sensitive column, as on the command line", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await run(page);
  await goTo(page, "Policy");
  await page.getByLabel("Ask for more than k").selectOption("on the values of Diagnosis in every class");
  await expect(page.getByText("No value can be read off a class.")).toBeVisible();
  const l = page.getByRole("spinbutton", { name: "ℓ of Diagnosis" });
  await expect(l).toHaveValue("2");
  await l.fill("2.5");
  await l.press("Enter");
  await expect(l).toHaveValue("2");
  await l.fill("3");
  await l.press("Enter");
  await search(page);
  await expect(
    page.getByText(/in every class: at least 3 different values of `Diagnosis` \(the fewest are 3\)/),
  ).toBeVisible();
  await check(page, "conditions");
  await goTo(page, "Release");
  await confirmUntouched(page);
  await write(page);
  const release = await download(page, /^Release, CSV/);
  expect(fewest(release.bytes.toString())).toBe(3);
  const recipe = await download(page, /^Recipe/);
  expect(JSON.parse(recipe.bytes.toString()).protect).toEqual([
    { "k-anonymity": 5 },
    { "l-diversity": { column: "Diagnosis", l: 3 } },
  ]);
  const report = await download(page, /^Report, JSON/);
  const kanon = commandLine();
  if (kanon === null) return;
  const folder = mkdtempSync(join(tmpdir(), "kanon-conditions-"));
  writeFileSync(join(folder, "clinic.csv"), clinic());
  writeFileSync(join(folder, "recipe.json"), recipe.bytes);
  writeFileSync(join(folder, "release.csv"), release.bytes);
  writeFileSync(join(folder, "report.json"), report.bytes);
  const line = (words: string) => execFileSync(kanon, words.split(" "), { cwd: folder }).toString();
  expect(line("anonymize clinic.csv --recipe recipe.json --out own.csv")).toContain("at least 3 different values");
  expect(line("verify release.csv --report report.json --recipe recipe.json --data clinic.csv")).toContain(
    "in every class",
  );
  expect(execFileSync("cmp", ["own.csv", "release.csv"], { cwd: folder }).toString()).toBe("");
  rmSync(folder, { recursive: true });
});

test("conditions are changed, refused with what to do, taken back, and fall with the role of their column", async ({
  page,
}) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await run(page);
  await goTo(page, "Policy");
  const add = page.getByLabel("Ask for more than k");
  await add.selectOption("on the values of Diagnosis in every class");
  const asked = page.getByLabel("what is asked of the values of Diagnosis");
  await asked.selectOption("as mixed as so many equally frequent values (entropy)");
  const l = page.getByRole("spinbutton", { name: "ℓ of Diagnosis" });
  await l.fill("3.5");
  await l.press("Enter");
  await page
    .getByRole("button", { name: "Run again" })
    .or(page.getByRole("button", { name: "Run", exact: true }))
    .click();
  await expect(page.getByText("no policy is valid under these conditions", { exact: false })).toBeVisible();
  await expect(
    page.getByText(/not even the whole table as one class has values of `Diagnosis` as mixed as 3.5/),
  ).toBeVisible();
  await asked.selectOption("distributed nearly as in the whole table (t-closeness)");
  await expect(page.getByRole("spinbutton", { name: "t of Diagnosis" })).toHaveValue("0.3");
  await search(page);
  await expect(page.getByText(/within 0.3 of the whole table's distribution/)).toBeVisible();
  await add.selectOption("on the average risk of the release");
  await search(page);
  await expect(page.getByText(/an average risk of at most 0.05 .* \(it is 0.0/)).toBeVisible();
  await page
    .getByRole("listitem")
    .filter({ hasText: "average risk of the records" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveValue("5");
  await setRoles(page, { Diagnosis: "insensitive" });
  await goTo(page, "Policy");
  await expect(page.getByRole("spinbutton", { name: "t of Diagnosis" })).toHaveCount(0);
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveValue("5");
});

test("every k, and every threshold of a condition, is a curve to pick from", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await goTo(page, "Policy");
  const add = page.getByLabel("Ask for more than k");
  await add.selectOption("on the values of Diagnosis in every class");
  await add.selectOption("on the average risk of the release");
  await search(page);
  const figures = page.locator("kanon-policy-step .figures dd");
  const under = (await figures.first().innerText()).trim();

  await page.getByRole("tab", { name: "Every k at once" }).click();
  await page.locator("kanon-sweep").getByLabel("to", { exact: true }).fill("8");
  await page.getByRole("button", { name: "Draw the curve" }).click();
  await expect(page.getByText(/7 of 7 best policies proven in/)).toBeVisible({ timeout: 30_000 });
  const rows = page.getByRole("group", { name: "Best policies" }).getByRole("row");
  await expect(
    rows
      .filter({ has: page.getByRole("button", { name: /^Take k 5 / }) })
      .locator("td")
      .nth(2),
  ).toHaveText(under);

  await page.getByRole("radio", { name: /^ℓ of Diagnosis/ }).check();
  const list = page.getByLabel("Thresholds: ℓ of Diagnosis");
  await list.fill("1, 2.5");
  await expect(page.getByRole("button", { name: "Draw the curve" })).toBeDisabled();
  await expect(page.getByText("whole numbers from 1 on, separated by commas")).toBeVisible();
  await list.fill("3, 1, 2, 4");
  await page.getByRole("button", { name: "Draw the curve" }).click();
  await expect(page.getByText(/4 of 4 best policies proven in/)).toBeVisible({ timeout: 30_000 });
  await expect(rows.locator("td:nth-child(3)")).toHaveText(["1", "2", "3", "4"]);
  // Of more different values than the whole table has, there is none.
  await expect(rows.last()).toContainText("no policy is valid");
  await expect(rows.nth(2).locator("td").nth(3)).toHaveText(under);
  const three = (await rows.nth(3).locator("td").allInnerTexts()).map((text) => text.trim());
  await check(page, "the curve over a condition");

  await page.getByRole("button", { name: "Try ℓ of Diagnosis: 3" }).click();
  const compared = page.locator("kanon-compare-step");
  await expect(compared.getByRole("heading", { name: "The policies" })).toBeVisible();
  const suppressed = page
    .getByRole("group", { name: "Policies", exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "suppressed records" }) });
  await expect(suppressed.getByRole("cell").nth(1)).toHaveText(new RegExp(`^\\s*${three[4]} `));
  await compared.getByRole("button", { name: "Take B: ℓ of Diagnosis: 3" }).click();
  await goTo(page, "Policy");
  await expect(page.getByRole("spinbutton", { name: "ℓ of Diagnosis" })).toHaveValue("3");
  await expect(figures.first()).toHaveText(three[3] ?? "");
  // The curve is that of every threshold, so that it stays true.
  await page.getByRole("tab", { name: "Every k at once" }).click();
  await expect(page.getByRole("button", { name: "Take ℓ of Diagnosis: 2" })).toBeEnabled();
});

test("what each condition costs is the difference of two best policies", async ({ page }) => {
  await open(page, "clinic.csv", clinic());
  await setRoles(page, ROLES);
  await goTo(page, "Policy");
  const figures = page.locator("kanon-policy-step .figures dd");
  await search(page);
  const without = (await figures.first().innerText()).trim();
  const add = page.getByLabel("Ask for more than k");
  await expect(page.getByRole("button", { name: "Find what each condition costs" })).toHaveCount(0);
  await add.selectOption("on the values of Diagnosis in every class");
  const l = page.getByRole("spinbutton", { name: "ℓ of Diagnosis" });
  await l.fill("3");
  await l.press("Enter");
  await search(page);
  const diverse = (await figures.first().innerText()).trim();
  await add.selectOption("on the average risk of the release");
  await search(page);
  const under = (await figures.first().innerText()).trim();

  await page.getByRole("button", { name: "Find what each condition costs" }).click();
  const costs = page.getByRole("group", { name: "What each condition costs" });
  await expect(costs.getByRole("row")).toHaveCount(4, { timeout: 30_000 });
  await expect(page.getByText(`Under all conditions the best policy loses ${under}`)).toBeVisible();
  const row = (name: string | RegExp) => costs.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row("all of them").getByRole("cell").first()).toHaveText(without);
  await expect(
    row(/average risk/)
      .getByRole("cell")
      .first(),
  ).toHaveText(diverse);
  await expect(row(/at least 3 different values of `Diagnosis`/)).toBeVisible();
  await check(page, "what each condition costs");

  await row(/average risk/)
    .getByRole("button", { name: /^Take the policy without/ })
    .click();
  await expect(page.getByRole("spinbutton", { name: "greatest average risk, percent" })).toHaveCount(0);
  await expect(l).toHaveValue("3");
  await expect(figures.first()).toHaveText(diverse);
  await expect(page.getByText("The settings have changed since these costs.")).toBeVisible();
});
