/** What the page says of single columns of a frontier's policies, held against what the command line proves of them. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { commandLine, NO_KANON } from "./command-line";
import { download, goTo, open, PERSON_ROLES, searchFrontier, setRoles } from "./job";
import { persons, QUASI_IDENTIFIERS } from "./table";

function step(page: Page): Locator {
  return page.locator("kanon-frontier-step");
}

function columns(page: Page): Locator {
  return step(page).getByRole("region", { name: "One column at a time" });
}

function ask(page: Page): Locator {
  return columns(page).getByRole("button", { name: "Prove its intervals" });
}

/** Opens a table and waits for a frontier of so many policies. */
async function openFrontier(page: Page, table: string, policies: number, roles = PERSON_ROLES): Promise<void> {
  await open(page, "persons.csv", table);
  await setRoles(page, roles);
  await goTo(page, "Frontier");
  await searchFrontier(page, policies);
  const evaluated = new RegExp(`\\b${policies.toLocaleString("en")} policies of 2 to the power`);
  await expect(step(page).getByText(evaluated)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Run" })).toHaveCount(0);
}

const WIDE = Array.from({ length: 8 }, (_, column) => `size ${column}`);

/** So many columns of so many values that it takes a while to go through them. */
function wide(): string {
  const record = (row: number) => WIDE.map((_, column) => (row * row * (column + 3) + row * 7) % 997).join(";");
  return [WIDE.join(";"), ...Array.from({ length: 4000 }, (_, row) => record(row)), ""].join("\n");
}

const LOOK = /^Look at the policy of /;

/** The risk and loss of some policies along the whole frontier, from the table below the chart. */
async function somePolicies(page: Page, most: number): Promise<string[]> {
  await step(page).getByText("The same as a table", { exact: true }).click();
  const looks = await step(page).getByRole("button", { name: LOOK }).all();
  const names = await Promise.all(looks.map((look) => look.getAttribute("aria-label")));
  const all = [...new Set(names.map((name) => (name ?? "").replace(LOOK, "")))];
  const every = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, place) => place % every === 0 || place === all.length - 1);
}

/** Looks at a policy, and waits until it is the one that is told of. */
async function lookAt(page: Page, policy: string): Promise<string> {
  const look = step(page).getByRole("button", { name: `Look at the policy of ${policy}`, exact: true });
  await look.first().click();
  const name = policy.replace(", loss", " and loss");
  await expect(step(page).getByRole("heading", { name: `The policy of ${name}`, exact: true })).toBeVisible();
  return name;
}

/** The names of the columns whose line says so. */
async function named(page: Page, words: RegExp): Promise<string[]> {
  const lines = await columns(page).getByRole("listitem").filter({ hasText: words }).allInnerTexts();
  return lines.map((line) => line.split(":")[0] ?? "");
}

interface Reported {
  readonly frontier: readonly { readonly risk: number; readonly loss: number; readonly own_best?: readonly string[] }[];
}

const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const FOUR = new Intl.NumberFormat("en", { minimumFractionDigits: 4, maximumFractionDigits: 4 });

function figures(risk: number, loss: number): string {
  return `risk ${SHORT.format(risk * 100)} % and loss ${FOUR.format(loss)}`;
}

test("a column is said to be proven best where the command line proves it, and nowhere else", async ({ page }) => {
  const kanon = commandLine();
  test.skip(kanon === null, NO_KANON);
  const table = persons(200);
  await openFrontier(page, table, 100_000);
  const seen = new Map<string, string[]>();
  for (const policy of await somePolicies(page, 24)) {
    const name = await lookAt(page, policy);
    await ask(page).click();
    await expect(columns(page).getByRole("status")).toHaveText(/^Of 4 columns/, { timeout: 30_000 });
    const best = await named(page, /: proven/);
    const better = await named(page, /: others are better/);
    expect([...best, ...better].sort()).toEqual([...QUASI_IDENTIFIERS].sort());
    seen.set(name, best);
  }

  await page.getByText("Recipe", { exact: true }).click();
  const recipe = await download(page, "Save the recipe");
  const folder = mkdtempSync(join(tmpdir(), "kanon-own-"));
  const [data, asked, report] = ["persons.csv", "recipe.json", "report.json"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(data, table);
  writeFileSync(asked, recipe.bytes);
  const given = ["frontier", data, "--recipe", asked, "--report", report, "--prove-own", "100000"];
  execFileSync(kanon ?? "", given, { stdio: "pipe" });
  const { frontier } = JSON.parse(readFileSync(report, "utf8")) as Reported;
  rmSync(folder, { recursive: true });

  const proven = new Map(frontier.map(({ risk, loss, own_best }) => [figures(risk, loss), own_best ?? []]));
  const seenBest = [...seen.values()].map((best) => best.length);
  expect(Math.max(...seenBest)).toBe(QUASI_IDENTIFIERS.length);
  expect(Math.min(...seenBest)).toBeLessThan(QUASI_IDENTIFIERS.length);
  for (const [point, best] of seen) {
    const known = proven.get(point);
    // Of a policy that the command line has bettered, some column can be cut better.
    if (known === undefined) expect(best.length, point).toBeLessThan(QUASI_IDENTIFIERS.length);
    else expect([...best].sort(), point).toEqual([...known].sort());
  }
  expect([...seen.keys()].some((point) => proven.has(point))).toBe(true);
});

test("better intervals of a column are looked at, and the answer is of that one policy", async ({ page }) => {
  await openFrontier(page, persons(200), 300);
  await step(page)
    .getByRole("button", { name: /^Look at Safe Harbor/ })
    .click();
  const head = step(page).getByRole("heading", { name: /^The policy of risk/ });
  const before = await head.innerText();
  await ask(page).focus();
  await page.keyboard.press("Enter");
  await expect(columns(page).getByRole("status")).toHaveText(/^Of 4 columns/);
  await expect(columns(page)).toContainText("the frontier stays the best found");
  await expect(step(page).getByText("Best found", { exact: true })).toBeVisible();
  await check(page, "columns of a policy");
  const line = columns(page).getByRole("listitem").filter({ hasText: "others are better" }).first();
  const told = await line.innerText();
  await line.getByRole("button", { name: /^Look at it: better intervals of/ }).click();
  const after = await head.innerText();
  expect(after).not.toBe(before);
  expect(told).toContain(after.replace("The policy of ", "").replace(" and ", ", "));
  const [one, other] = [before, after].map((words) => (words.match(/[\d.]+/g) ?? []).map(Number));
  for (const figure of [0, 1]) expect(other?.[figure]).toBeLessThanOrEqual(one?.[figure] ?? 0);
  // It is another policy, of which nothing is known.
  await expect(columns(page).getByRole("status")).toHaveText("");
  await expect(columns(page).getByRole("listitem")).toHaveCount(0);
  await expect(ask(page)).toBeEnabled();

  await ask(page).click();
  await expect(columns(page).getByRole("status")).toHaveText(/^Of 4 columns/);
  await goTo(page, "Roles");
  await setRoles(page, { education: "insensitive" });
  await goTo(page, "Frontier");
  await expect(columns(page).getByRole("listitem")).toHaveCount(0);
});

test("the look at the columns is stopped, and asked for again", async ({ page }) => {
  await openFrontier(page, wide(), 300, Object.fromEntries(WIDE.map((name) => [name, "quasi-identifier"])));
  await step(page).getByRole("img").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  // Pressed the moment it is there: from outside, or a frame later on a machine with other work, all may be proven.
  await ask(page).evaluate(async (button: HTMLButtonElement) => {
    const stopped = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (button.textContent?.trim() !== "Stop proving") return;
        observer.disconnect();
        button.click();
        resolve();
      }).observe(button, { characterData: true, childList: true, subtree: true });
    });
    button.click();
    await stopped;
  });
  await expect(ask(page)).toBeEnabled();
  await expect(columns(page).getByRole("listitem")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await ask(page).click();
  await expect(columns(page).getByRole("status")).toHaveText(/^Of 8 columns/, { timeout: 60_000 });
});

test("of a frontier of hierarchies' levels no intervals are proven", async ({ page }) => {
  await openFrontier(page, persons(200), 300);
  await step(page).getByLabel("Policies", { exact: true }).selectOption("full-domain");
  await step(page).getByRole("button", { name: "Search anew" }).click();
  await expect(step(page).getByText("Exact", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(columns(page)).toHaveCount(0);
});
