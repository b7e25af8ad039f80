/**
 * Reviews of releases, in the browser.
 *
 * Releases come with all their files, some changed, some wrong, and alone. The kinds of files are recognized, every
 * claim of the report is checked, and there is a verdict to sign.
 */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, drop, type GivenFile, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { FIRST, LONG } from "./marks";
import { persons } from "./table";

const ORIGINAL = persons(400);

interface Files {
  readonly release: GivenFile;
  readonly report: GivenFile;
  readonly recipientReport: GivenFile;
  readonly recipe: GivenFile;
  readonly original: GivenFile;
}

/** Makes a release by the page, and gives its files under names that say nothing. */
async function released(page: Page): Promise<Files> {
  await open(page, "persons.csv", ORIGINAL);
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  const text = async (button: string | RegExp) => (await download(page, button)).bytes.toString("utf8");
  return {
    release: { name: "a.csv", text: await text(/^Release, CSV/) },
    report: { name: "b.json", text: await text("Report, JSON") },
    recipientReport: { name: "c.json", text: await text("Report for the recipient, JSON") },
    recipe: { name: "d.json", text: await text("Recipe, JSON") },
    original: { name: "e.csv", text: ORIGINAL },
  };
}

const step = (page: Page) => page.locator("kanon-review-step");
const fileRow = (page: Page, name: string) => step(page).getByRole("row", { name: new RegExp(`^${name}`) });
const reviewButton = (page: Page) => step(page).getByRole("button", { name: "Review", exact: true });
const claimsOf = (page: Page) => page.getByRole("region", { name: /^The (report|release)/ });

async function review(page: Page, files: readonly GivenFile[]): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  await drop(page, files);
  await expect(step(page).getByRole("table", { name: "Columns of the release" })).toBeVisible();
}

/** The claims that fail, by their names. */
async function failing(page: Page): Promise<string[]> {
  const rows = claimsOf(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: "no", exact: true }) });
  return rows.getByRole("rowheader").allInnerTexts();
}

test("everything of a release in one zip is a review's files", async ({ page }) => {
  const original = ORIGINAL.replace(/^(person [78];\d+;)\w+/gm, "$1");
  await open(page, "persons.csv", original);
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  const { name, bytes } = await download(page, "All as zip");
  await review(page, [
    { name, text: bytes },
    { name: "persons.csv", text: original },
  ]);
  await reviewButton(page).click();
  await expect(page.getByRole("heading", { name: "The report holds: every claim that can be checked" })).toBeVisible();
  // How the original was read is among the claims, fact by fact.
  await claimsOf(page)
    .getByText(/claims checked$/)
    .click();
  await expect(
    claimsOf(page).getByRole("row", { name: /^Records with a missing value in sex: nothing yes 2 2/ }),
  ).toBeVisible();
});

test("one's own release with all its files: told apart, read from them, and every claim holds", async ({ page }) => {
  const { release, report, recipe, original } = await released(page);
  await review(page, [original, recipe, release, report]);
  const taken = { "a.csv": "the release", "b.json": "its report", "d.json": "its recipe", "e.csv": "the original" };
  for (const [name, words] of Object.entries(taken)) {
    await expect(page.getByLabel(`What ${name} is`)).toHaveValue("");
    await expect(page.getByLabel(`What ${name} is`).locator("option").first()).toHaveText(words);
  }
  for (const name of ["a.csv", "d.json", "e.csv"])
    await expect(fileRow(page, name)).toContainText("as the report names it");
  await expect(page.getByLabel("k that should hold")).toHaveValue("5");
  await expect(step(page)).toContainText("said by report and recipe");
  await expect(page.getByLabel("What age is")).toHaveValue("quasi-identifier");
  await expect(page.getByLabel("What diagnosis is")).toHaveValue("sensitive");
  await expect(step(page)).toContainText("Left out of the release: name.");
  await check(page, "files of a review");

  await reviewButton(page).click();
  await expect(page.getByRole("heading", { name: "The report holds: every claim that can be checked" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "5-anonymous", exact: true })).toBeVisible();
  expect(await failing(page)).toEqual([]);
  const said = JSON.parse(report.text.toString());
  const figure = async (name: RegExp) => page.getByRole("row", { name }).getByRole("cell").innerText();
  if (said.suppressed_records > 0) {
    expect(Number(await figure(/^classes/))).toBe(said.classes);
    expect(Number(await figure(/^different rows/))).toBe(said.classes + 1);
  } else expect(Number(await figure(/^different rows/))).toBe(said.classes);
  const size = page.viewportSize();
  // All of it in sight: what lies under the bar at the edge of the window is no target there.
  await page.setViewportSize({ width: 1280, height: 3000 });
  await check(page, "a review");
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  if (size !== null) await page.setViewportSize(size);

  await page.getByRole("button", { name: "Verdict to save and print" }).click();
  await page.getByLabel("Reviewer: name, role, organisation").fill("Ada <Board>");
  const verdict = await download(page, "Save the verdict, HTML");
  expect(verdict.name).toBe("a.review.html");
  const html = verdict.bytes.toString("utf8");
  expect(html).toContain("Every claim of the report that could be checked holds");
  expect(html).toContain("Ada &lt;Board&gt;");
  expect(html).toContain(said.output_sha256);
  for (const column of ["age", "sex", "zip", "education", "diagnosis"])
    expect(html).toContain(`<th scope="row">${column}</th>`);
  expect(html).not.toContain("<script");
  expect(html).not.toContain("person 7");
  await page.getByRole("button", { name: "Verdict to save and print" }).click();
  await page.getByLabel("Reviewer: name, role, organisation").fill("Ada <Board>");
  expect((await download(page, "Save the verdict, HTML")).bytes.equals(verdict.bytes)).toBe(true);
  await page.setContent(html);
  const printed = await page.pdf({ format: "A4" });
  expect(printed.byteLength).toBeGreaterThan(10_000);
  expect(await page.locator("h2").allInnerTexts()).toHaveLength(8);
});

test("a changed cell, a changed report and a changed recipe are each named", async ({ page }) => {
  const { release, report, recipe, original } = await released(page);
  const settle = async (files: readonly GivenFile[]) => {
    await review(page, files);
    await reviewButton(page).click();
    await expect(claimsOf(page)).toBeVisible();
  };
  const change = ({ name, text }: GivenFile, from: string | RegExp, to: string): GivenFile => {
    const changed = text.toString().replace(from, to);
    expect(changed).not.toBe(text.toString());
    return { name, text: changed };
  };

  await settle([change(release, /;flu\n/, ";gout\n"), report, recipe, original]);
  await expect(claimsOf(page)).toContainText(/The report does not hold: \d claims fail/);
  expect(await failing(page)).toEqual(expect.arrayContaining(["SHA-256 of the release"]));
  await expect(claimsOf(page)).toContainText("gout");
  await expect(fileRow(page, "a.csv")).toContainText("the report is of another file");
  await expect(fileRow(page, "e.csv")).toContainText("as the report names it");

  await settle([release, change(report, /"loss": [\d.]+/, '"loss": 0.001'), recipe, original]);
  expect(await failing(page)).toEqual(expect.arrayContaining(["information loss"]));

  await settle([release, report, change(recipe, '"k": 5', '"k": 4'), original]);
  await expect(step(page)).toContainText("k is 5 in the report and 4 in the recipe.");
  expect(await failing(page)).toEqual(expect.arrayContaining(["k", "SHA-256 of the recipe"]));
  await expect(fileRow(page, "d.json")).toContainText("the report is of another file");
});

test("a recipe with other roles, and an original that is another table, are named too", LONG, async ({ page }) => {
  const { release, report, recipe, original } = await released(page);
  const settings = JSON.parse(recipe.text.toString());
  settings.columns.sex.role = "insensitive";
  delete settings.columns.sex.hierarchy;
  await review(page, [release, report, { name: "d.json", text: JSON.stringify(settings) }, original]);
  await expect(step(page)).toContainText(
    "The quasi-identifiers are age, education, sex, zip in the report and age, education, zip in the recipe.",
  );
  await reviewButton(page).click();
  const ended = page.getByRole("heading", { name: "The report could not be checked to its end" });
  await expect(ended).toBeVisible();
  await expect(claimsOf(page).getByRole("alert")).toContainText(
    "the recipe's quasi-identifiers are age, zip, education",
  );
  // What the release shows of itself is there all the same.
  await expect(page.getByRole("heading", { name: "5-anonymous", exact: true })).toBeVisible();

  await review(page, [release, report, recipe, { name: "e.csv", text: persons(400, 12) }]);
  await expect(page.getByLabel("What e.csv is").locator("option").first()).toHaveText("the original");
  await expect(fileRow(page, "e.csv")).toContainText("the report is of another file");
  await reviewButton(page).click();
  await expect(claimsOf(page)).toBeVisible();
  expect(await failing(page)).toEqual(expect.arrayContaining(["SHA-256 of the original"]));
});

test("the recipient's report and the release alone: what can be checked is, the rest is said", async ({ page }) => {
  const { release, recipientReport } = await released(page);
  await review(page, [release, recipientReport]);
  await expect(page.getByLabel("k that should hold")).toHaveValue("5");
  await expect(page.getByLabel("What diagnosis is")).toHaveValue("");
  await reviewButton(page).click();
  await expect(page.getByRole("heading", { name: "The report holds: every claim that can be checked" })).toBeVisible();
  await expect(claimsOf(page)).toContainText("not checked, and why");
  await expect(step(page)).toContainText("The release was not compared with its original");
});

test("a release alone: columns and k are asked for, and nothing is guessed", async ({ page }) => {
  const { release } = await released(page);
  await review(page, [{ name: "found.csv", text: release.text }]);
  for (const name of ["age", "sex", "zip", "education", "diagnosis"])
    await expect(page.getByLabel(`What ${name} is`)).toHaveValue("");
  await expect(page.getByLabel("k that should hold")).toHaveValue("");
  await expect(reviewButton(page)).toBeDisabled();
  await expect(step(page)).toContainText("Say which columns are quasi-identifiers, and which k should hold.");
  await expect(step(page).getByRole("heading", { name: /anonymous/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^Take (it|them) for that/ }).click();
  await expect(reviewButton(page)).toBeDisabled();
  await page.getByLabel("k that should hold").fill("5");
  await page.getByLabel("k that should hold").blur();
  await reviewButton(page).click();
  await expect(step(page).getByRole("heading", { name: /anonymous/ })).toBeVisible();
  await expect(step(page)).toContainText("Nothing that somebody claims of this release was checked");
  // Undo takes back what was said, one thing after the other.
  await page.getByRole("button", { name: "Undo in the review" }).click();
  await expect(page.getByLabel("k that should hold")).toHaveValue("");
  await page.getByRole("button", { name: "Undo in the review" }).click();
  await expect(page.getByLabel("What sex is")).toHaveValue("");
  await page.getByRole("button", { name: "Undo in the review" }).click();
  await expect(step(page).getByRole("button", { name: "Choose files to review" })).toBeVisible();
});

test("files that do not belong are told with what to do, and nothing else is lost", async ({ page }) => {
  const { release, report } = await released(page);
  await review(page, [release, report]);
  const more: GivenFile[] = [
    { name: "book.xlsx", text: Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]) },
    { name: "cut.json", text: '{"kanon": 1, "columns"' },
    { name: "other.json", text: '{"kind": "sweep"}' },
  ];
  await choose(page, "Add files", more);
  await expect(fileRow(page, "book.xlsx")).toContainText("It may be a workbook or an archive");
  await expect(fileRow(page, "cut.json")).toContainText("It cannot be read at line 1");
  await expect(fileRow(page, "other.json")).toContainText("a report of `sweep`");
  await expect(page.getByLabel("k that should hold")).toHaveValue("5");
  await choose(page, "Add files", [{ name: "twice.json", text: report.text }]);
  await expect(step(page)).toContainText("More than one file is taken for its report");
  for (const name of ["book.xlsx", "cut.json", "other.json", "twice.json"]) {
    await page.getByRole("button", { name: `Take away ${name}` }).click();
    // The rows below move up: a pointer on its way to the next would meet another.
    await expect(fileRow(page, name)).toHaveCount(0);
  }
  await expect(step(page).getByRole("alert")).toHaveCount(0);
  await reviewButton(page).click();
  await expect(claimsOf(page)).toBeVisible();
  // A word of the reviewer's changes what a file is taken for, and undo takes it back.
  await page.getByLabel("What b.json is").selectOption({ label: "its recipe" });
  await expect(fileRow(page, "b.json").getByRole("alert")).toContainText("the report of a release");
  await page.getByRole("button", { name: "Undo in the review" }).click();
  await expect(fileRow(page, "b.json").getByRole("alert")).toHaveCount(0);
});

test("what columns show is found by pattern, whatever they are said to be", FIRST, async ({ page }) => {
  const lines = Array.from({ length: 40 }, (_, row) => {
    const day = String((row % 28) + 1).padStart(2, "0");
    return `${row % 2 === 0 ? "f" : "m"};${day}/03/2021;BR1 ${row % 9}BL;p${row}@mail.org;Seen by Dr Wilson on ward ${row};${1000 + row}`;
  });
  await review(page, [{ name: "odd.csv", text: `sex;seen;place;contact;notes;cost\n${lines.join("\n")}\n` }]);
  const columns = step(page).getByRole("table", { name: "Columns of the release" });
  const row = (name: string) => columns.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row("seen")).toContainText("dates to the day in 40 records");
  await expect(row("place")).toContainText("whole postal codes in 40 records");
  await expect(row("contact")).toContainText("e-mail addresses in 40 records");
  await expect(row("notes")).toContainText("free text in 40 records");
  await expect(row("cost").getByRole("cell").nth(2)).toHaveText("40");
  await expect(row("sex")).toContainText("nothing");
  // The dialect can be corrected as under Open.
  await page.getByLabel("First row").selectOption("record");
  await expect(row("column 1")).toBeVisible();
});

test("a review can be cancelled, and what stood before stays", async ({ page }) => {
  let state = 7;
  const draw = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * 5);
  };
  const lines = Array.from({ length: 4000 }, () => Array.from({ length: 18 }, draw).join(","));
  const names = Array.from({ length: 18 }, (_, column) => `c${column}`);
  await review(page, [{ name: "wide.csv", text: `${names.join(",")}\n${lines.join("\n")}\n` }]);
  for (const name of names) await page.getByLabel(`What ${name} is`, { exact: true }).selectOption("quasi-identifier");
  await page.getByLabel("k that should hold").fill("2");
  await page.getByLabel("k that should hold").blur();
  await page.getByLabel("A cell with *").selectOption("wildcard");
  // Pressed when it appears: a quick review is over before a test could find the button.
  const pressed = step(page).evaluate(
    (root) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const cancel = [...root.querySelectorAll("button")].find((button) => button.textContent?.trim() === "Cancel");
          if (cancel === undefined) return;
          observer.disconnect();
          cancel.click();
          resolve();
        }).observe(root, { childList: true, subtree: true });
      }),
  );
  await reviewButton(page).click();
  await pressed;
  await expect(step(page).getByText("Reviewing", { exact: true })).toHaveCount(0);
  await expect(step(page).getByRole("heading", { name: /anonymous/ })).toHaveCount(0);
  await expect(reviewButton(page)).toBeEnabled();
  await expect(page.getByLabel("k that should hold")).toHaveValue("2");
});
