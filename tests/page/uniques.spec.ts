/** Unsafe combinations on the page: found, explained record by record, resolved, suppressed and reviewed. */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, drop, figure, findUnsafe, goTo, open, searchFrontier, setRoles, write } from "./job";
import { FIRST, LONG } from "./marks";
import { wide, wideRecipe } from "./table";

/** The ten records by which guides to SUDA explain its score, with a weight and an income. */
const TEN = `residence,gender,education,labour,weight,income
urban,female,secondary incomplete,employed,180,21
urban,female,secondary incomplete,employed,180,24
urban,female,primary incomplete,outside,215,12
urban,male,secondary complete,employed,76,30
rural,female,secondary complete,unemployed,186,17
urban,male,secondary complete,employed,76,33
urban,female,primary complete,outside,180,11
urban,male,post-secondary,unemployed,215,19
urban,female,secondary incomplete,outside,186,15
urban,female,secondary incomplete,outside,76,14
`;

async function openTen(page: Page): Promise<void> {
  await open(page, "ten.csv", TEN);
  const qi = "quasi-identifier";
  await setRoles(page, {
    residence: qi,
    gender: qi,
    education: qi,
    labour: qi,
    weight: "insensitive",
    income: "insensitive",
  });
  await goTo(page, "Uniques");
  await page.getByLabel("Unsafe when fewer records than").fill("2");
  await page.keyboard.press("Enter");
}

function rows(page: Page, table: string) {
  return page.getByRole("group", { name: table }).getByRole("row");
}

test("combinations are counted by size and column, and a record says why it is unsafe", async ({ page }) => {
  await openTen(page);
  await check(page, "uniques before a search");
  await findUnsafe(page);
  await expect(page.getByText("4 of 10 records are singled out by 3 or fewer values")).toBeVisible();
  await expect(rows(page, "Combinations by size").nth(1)).toHaveText(/1\s*4\s*4/);
  await expect(rows(page, "Combinations by size").nth(2)).toHaveText(/2\s*5\s*0/);
  await expect(rows(page, "Combinations by quasi-identifier and size").filter({ hasText: "education" })).toHaveText(
    /education\s*3\s*2/,
  );

  await page.getByRole("spinbutton", { name: /^Any record/ }).fill("5");
  await page.getByRole("button", { name: "Why is it unsafe?" }).click();
  const panel = page.locator(".record-panel");
  await expect(panel.getByRole("heading", { name: "Record 5" })).toBeVisible();
  await expect(panel.locator(".combinations li")).toHaveText([
    /^residence = rural$/,
    /^gender = female and education = secondary complete$/,
    /^gender = female and labour = unemployed$/,
    /^education = secondary complete and labour = unemployed$/,
  ]);
  await expect(panel.getByText("Suppress 3 cells")).toBeVisible();
  await check(page, "uniques");

  const saved = await download(page, "Save combinations by size as CSV");
  expect(saved.bytes.toString().split("\n")[1]).toBe("1,4,4");
});

test("a limit on the size of combinations is said, and nothing is said of larger ones", async ({ page }) => {
  await openTen(page);
  await page.getByLabel("At most so many together").fill("1");
  await page.keyboard.press("Enter");
  await findUnsafe(page);
  await expect(
    page.getByText("records are singled out by a single value. Larger combinations were not looked for."),
  ).toBeVisible();
  await expect(page.getByText("by any number")).toHaveCount(0);
});

test("dropping a column resolves what it said, and undo brings it back", FIRST, async ({ page }) => {
  await openTen(page);
  await findUnsafe(page);
  const line = rows(page, "What each quasi-identifier would resolve").filter({ hasText: "education" });
  await expect(line).toContainText("5 (55.6 %)");
  await expect(line.getByRole("cell").nth(1)).toHaveText("2");
  await line.getByRole("button", { name: "Leave out education" }).press("Enter");
  await expect(page.getByText("9 → 4 combinations, 4 → 2 unsafe records")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("The settings have changed since the last search.")).toBeVisible();
  await findUnsafe(page);
  await expect(rows(page, "What each quasi-identifier would resolve")).toHaveCount(5);
});

test("findings of earlier settings stay in sight, marked as old, until they are found anew", async ({ page }) => {
  await openTen(page);
  await findUnsafe(page);
  const old = page.locator("kanon-uniques-step .stale");
  await page.getByLabel("Unsafe when fewer records than").fill("3");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The settings have changed since the last search. Find again.")).toBeVisible();
  await expect(old.getByText("4 of 10 records are singled out by 3 or fewer values")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Riskiest records" })).toHaveCount(0);
  await check(page, "old findings");
  await findUnsafe(page);
  await expect(page.getByText("fewer than 3 records have these values")).toBeVisible();
});

test("cells are suppressed, their impact shown, and the written table passes its review", LONG, async ({ page }) => {
  await openTen(page);
  await page.getByLabel("Analysis weight").selectOption("weight");
  await page.getByLabel("Outcome of a regression").selectOption("income");
  await findUnsafe(page);
  await page.getByRole("radio", { name: /^Fewest of each record/ }).check();
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await expect(page.getByText("7 cells suppressed (17.5 % of all)")).toBeVisible();
  await expect(page.getByText(/^Proven: no record/)).toBeVisible();
  await page.getByRole("radio", { name: /^Strict/ }).check();
  await page.getByRole("button", { name: "Suppress cells" }).click();
  const unsafe = rows(page, "Records still unsafe, by reading");
  await expect(page.getByText(/^At least|^Proven: no table/)).toBeVisible();
  for (const row of (await unsafe.all()).slice(1)) await expect(row.getByRole("cell").first()).toHaveText("0");
  await expect(page.getByRole("heading", { name: "What it does to analyses" })).toBeVisible();
  await page.getByText("education: shares before and after", { exact: true }).click();
  await expect(page.getByRole("img", { name: /^Shares of education/ })).toBeVisible();
  await expect(rows(page, "Regression").first()).toContainText("original table");
  await check(page, "suppression");

  await page.getByRole("button", { name: "Release with these cells suppressed" }).click();
  await write(page);
  const written = await download(page, /^Release, CSV/);
  expect(written.name).toBe("ten.release.csv");
  const report = JSON.parse((await download(page, "Report, JSON")).bytes.toString());
  const stars = [...written.bytes.toString()].filter((letter) => letter === "*").length;
  expect(report.suppressed_cells).toBe(stars);

  await goTo(page, "Review");
  await choose(page, "Choose files to review", [{ name: "finished.csv", text: written.bytes }]);
  for (const name of ["residence", "gender", "education", "labour"])
    await page.getByLabel(`What ${name} is`).selectOption("quasi-identifier");
  await page.getByLabel("k that should hold").fill("2");
  await page.getByLabel("k that should hold").blur();
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: "2-anonymous", exact: true })).toBeVisible();
  await expect(page.getByText("0 minimum unsafe combinations in 0 records")).toBeVisible();
  await check(page, "review");
  // The open study is as it was.
  await goTo(page, "Uniques");
  await expect(page.getByText("9 minimum unsafe combinations")).toBeVisible();
});

test("all records together need fewer cells than each by itself", async ({ page }) => {
  const rest = "male,primary\nmale,primary\nmale,primary\nmale,secondary\nmale,secondary\n";
  await open(page, "six.csv", `gender,education\nmale,no education\n${rest}`);
  await setRoles(page, { gender: "quasi-identifier", education: "quasi-identifier" });
  await goTo(page, "Uniques");
  const k = page.getByLabel("Unsafe when fewer records than");
  await k.fill("3");
  await k.blur();
  await findUnsafe(page);
  await page.getByRole("radio", { name: /^Fewest of each record/ }).check();
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await expect(page.getByText("3 cells suppressed (25.0 % of all)")).toBeVisible();
  // A cell may be worth more than another.
  await page.getByText("What a cell costs").click();
  const cost = page.getByLabel("education", { exact: true });
  await expect(cost).toHaveValue("1");
  await cost.fill("0");
  await cost.blur();
  await expect(cost).toHaveValue("1");
  await cost.fill("2.5");
  await cost.blur();
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await expect(page.getByText("By the weights of the recipe they cost 7.5")).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(cost).toHaveValue("1");
  await page.getByRole("radio", { name: /^Fewest of all together/ }).check();
  await page.getByRole("button", { name: "Suppress cells" }).click();
  await expect(page.getByText("1 cell suppressed (8.3 % of all)")).toBeVisible();
  await expect(page.getByText(/^Proven: fewer cells leave some record unsafe/)).toBeVisible();
  const unsafe = rows(page, "Records still unsafe, by reading");
  await expect(unsafe.nth(1).getByRole("cell").first()).toHaveText("0");
  await expect(unsafe.nth(3).getByRole("cell").first()).toHaveText("3");
  await check(page, "wildcard suppression");
  await page.getByRole("button", { name: "Release with these cells suppressed" }).click();
  await page.getByRole("button", { name: "Write and verify", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Verified: every claim that can be checked holds" })).toBeVisible();
  const written = await download(page, /^Release, CSV/);
  expect(written.bytes.toString()).toBe(`gender,education\nmale,*\n${rest}`);
  const report = JSON.parse((await download(page, "Report, JSON")).bytes.toString());
  expect(report).toMatchObject({
    suppress: "wildcard",
    suppressed_cells: 1,
    lower_bound_cells: 1,
    proven_minimal: true,
  });
});

test("review is a door of its own, and names the worst rows", FIRST, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  await choose(page, "Choose files to review", [{ name: "raw.csv", text: TEN }]);
  for (const name of ["residence", "gender", "education", "labour"])
    await page.getByLabel(`What ${name} is`).selectOption("quasi-identifier");
  await page.getByLabel("k that should hold").fill("2");
  await page.getByLabel("k that should hold").blur();
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: "Not 2-anonymous" })).toBeVisible();
  await expect(page.getByText("9 minimum unsafe combinations in 4 records")).toBeVisible();
  await expect(rows(page, "Rows with the fewest others").nth(1)).toContainText("primary incomplete");
});

/** Notes what is asked of each of the engine's workers, and says that the machine has so many cores. */
function watchWorkers(cores: number): void {
  Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
  const asked: string[][] = [];
  Object.assign(window, { asked });
  const Original = Worker;
  window.Worker = class extends Original {
    private readonly asked: string[] = [];
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      if (options?.name?.startsWith("kanon-engine") === true) asked.push(this.asked);
    }
    override postMessage(message: { path?: string[] }, given?: Transferable[] | StructuredSerializeOptions): void {
      this.asked.push(message.path?.at(-1) ?? "");
      super.postMessage(message, given as Transferable[]);
    }
  };
}

test("several workers find what one does, by the tuples that the first hands on", async ({ page }) => {
  const lines = wide(21_000, 5).trim().split("\n");
  // Some records are there three times, and some cells are empty.
  const again = lines.slice(1, 2000);
  const holes = lines.slice(2000, 3000).map((line) => line.replace(/^\d+/, ""));
  const table = [...lines, ...again, ...again, ...holes].join("\n");
  // Partitions, which so few columns would be searched by, take all tuples at once.
  const recipe = { ...JSON.parse(wideRecipe(5)), uniques: { k: 3, method: "bitmap" } };
  recipe.dialect.missing = [""];
  const found: string[] = [];
  const asked: string[][][] = [];
  for (const cores of [1, 3]) {
    const own = await page.context().newPage();
    await own.addInitScript(watchWorkers, cores);
    await open(own, "wide.csv", table);
    await drop(own, [{ name: "recipe.json", text: JSON.stringify(recipe) }]);
    await goTo(own, "Uniques");
    // The table is measured a moment after the settings changed; who asks before that is done has it encoded anew.
    await expect.poll(() => figure(own, "k", "before")).toBe("1");
    await findUnsafe(own);
    found.push(await own.locator("kanon-uniques-step").innerText());
    asked.push(await own.evaluate(() => (window as unknown as { asked: string[][] }).asked));
    await own.close();
  }
  expect(found[1]?.replace(", by several workers.", ".")).toBe(found[0]?.replace(/ in [\d.]+ s\./, "."));
  const [[alone = []] = [], [first = [], ...others] = []] = asked;
  expect(alone).not.toContain("uniquesTuples");
  expect(first.filter((method) => method === "uniquesTuples")).toHaveLength(1);
  expect(first.filter((method) => method === "encode")).toHaveLength(1);
  expect(others).toHaveLength(2);
  for (const methods of others) expect(new Set(methods)).toEqual(new Set(["", "joinUniques", "uniquesPart"]));
});

for (const [by, records] of [
  ["one worker", 6000],
  ["several workers", 20_000],
] as const) {
  test(`a search by ${by} can be cancelled, and nothing is said to be found`, async ({ page }) => {
    let state = 7;
    const draw = (most: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const names = Array.from({ length: 22 }, (_, column) => `c${column}`);
    const lines = Array.from({ length: records }, () => names.map(() => draw(5)).join(","));
    await open(page, "wide.csv", `${names.join(",")}\n${lines.join("\n")}\n`);
    await setRoles(page, Object.fromEntries(names.map((name) => [name, "quasi-identifier"])));
    await goTo(page, "Uniques");
    await page.getByRole("button", { name: "Find unsafe combinations" }).click();
    const bar = page.getByRole("region", { name: "Run" });
    await bar.getByText(/% of unsafe combinations/).waitFor();
    // At once: on a busy machine a click that waits for the button to rest may come when all is found.
    await bar.getByRole("button", { name: "Cancel" }).evaluate((button: HTMLButtonElement) => button.click());
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "By size", exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Find unsafe combinations" })).toBeVisible();
  });
}

test("while the frontier is searched, Uniques says why it waits, and a narrow window can cancel", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/#sample");
  await expect(page.getByRole("heading", { level: 1, name: "hospital.csv" })).toBeVisible();
  await goTo(page, "Frontier");
  await searchFrontier(page, 5_000_000);
  const bar = page.getByRole("region", { name: "Run" });
  await expect(bar.getByText(/policies of the frontier evaluated/)).toBeVisible();
  await goTo(page, "Uniques");
  const reason = page.getByText("Something else is being worked on");
  await expect(reason).toBeVisible();
  await bar.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Find unsafe combinations" })).toBeVisible();
  await expect(reason).toHaveCount(0);
});
