/**
 * Proofs for others.
 *
 * They are made with the bytes of the command line, proven again, cancelled and continued. A passport's text is
 * followed command by command, and the passport is searched for records of the table. Reviews are done with proofs
 * that are true, changed, of a different table and of a different release, and one is cancelled.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { check } from "./axe";
import { commandLine, NO_KANON } from "./command-line";
import { endEngine, endSilently, REMEMBER_WORKERS } from "./engine-life";
import { choose, download, drop, type GivenFile, goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { FIRST, LONG } from "./marks";
import { persons, QUASI_IDENTIFIERS, wide, wideRecipe } from "./table";

const ORIGINAL = persons(400);

/** What the page hands out of a proven release. */
interface Handed {
  readonly release: Buffer;
  readonly recipe: Buffer;
  readonly report: Buffer;
  readonly proof: Buffer;
  readonly passport: Buffer;
}

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-proof-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const section = (page: Page) => page.getByRole("region", { name: "Proof for others" });
const step = (page: Page) => page.locator("kanon-review-step");

async function prove(page: Page): Promise<void> {
  await goTo(page, "Release");
  await section(page).getByRole("button", { name: "Make the proof" }).click();
  await expect(section(page)).toContainText("The proof is made", { timeout: 60_000 });
}

async function released(page: Page): Promise<Handed> {
  await open(page, "persons.csv", ORIGINAL);
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await prove(page);
  await write(page);
  const bytes = async (button: string | RegExp) => (await download(page, button)).bytes;
  return {
    release: await bytes(/^Release, CSV/),
    recipe: await bytes("Recipe, JSON"),
    report: await bytes("Report, JSON"),
    proof: await bytes(/^Proof \(/),
    passport: await bytes("Passport, zip"),
  };
}

/** Has a program work in the folder, and gives its words. */
function words(program: string, given: readonly string[]): string {
  return execFileSync(program, given, { cwd: folder, encoding: "utf8" });
}

/** A proof whose tree is another one, which says so itself. */
function withTree(proof: Buffer, change: (tree: Buffer) => Buffer): Buffer {
  const end = proof.indexOf("\n") + 1;
  const header = JSON.parse(proof.subarray(0, end).toString());
  const tree = change(inflateSync(proof.subarray(end)));
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...header, nodes: tree.length })}\n`), deflateSync(tree)]);
}

async function dropped(page: Page, files: readonly GivenFile[]): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  await drop(page, files, step(page));
}

async function give(page: Page, files: readonly GivenFile[]): Promise<void> {
  await dropped(page, files);
  await expect(step(page).getByRole("table", { name: "Columns of the release" })).toBeVisible();
}

async function review(page: Page, files: readonly GivenFile[]): Promise<void> {
  await give(page, files);
  await step(page).getByRole("button", { name: "Review", exact: true }).click();
}

/**
 * Begins what a button begins, and cancels it as soon as more is done than a share, and than the bar began with. Gives
 * the least share that the bar has shown, and the one that it ended with.
 */
async function cancelled(page: Page, button: string, share = 0): Promise<{ least: number; last: number }> {
  return section(page).evaluate(
    async (element, { button, share }) => {
      const named = (text: string) => [...element.querySelectorAll("button")].find((one) => one.innerText === text);
      const done = () => element.querySelector("progress")?.value ?? -1;
      named(button)?.click();
      while (done() < 0) await new Promise(requestAnimationFrame);
      const first = done();
      let [least, last] = [first, first];
      for (; last <= Math.max(first, share); last = done()) {
        // While the table is read there is no bar.
        if (last >= 0) least = Math.min(least, last);
        await new Promise(requestAnimationFrame);
      }
      named("Cancel")?.click();
      return { least, last };
    },
    { button, share },
  );
}

/** Opens a table whose proof takes a while, and finds its best policy. */
async function openWide(page: Page, columns = 8): Promise<void> {
  await page.goto("/");
  await choose(page, /^Open a file/, [{ name: "wide.csv", text: wide(20_000, columns) }]);
  await expect(page.getByRole("heading", { level: 1, name: "wide.csv" })).toBeVisible();
  const settings = JSON.parse(wideRecipe(columns, "exact"));
  settings.privacy.suppression_limit = 0.3;
  await drop(page, [{ name: "recipe.json", text: JSON.stringify(settings) }]);
  await run(page);
}

async function setK(page: Page, k: string): Promise<void> {
  await goTo(page, "Policy");
  const field = page.getByLabel("k, records in the smallest class");
  await field.fill(k);
  await field.press("Enter");
}

const verdict = (page: Page) => page.getByRole("region", { name: /^The proof/ });

test("a proof is made with the command line's bytes, and holds when it is proven again", async ({ page }) => {
  await open(page, "persons.csv", ORIGINAL);
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await prove(page);
  const before = await section(page).getByRole("button", { name: "Prove again" }).boundingBox();
  const claim = await page.getByRole("region", { name: "What is released" }).boundingBox();
  expect(before?.y).toBeGreaterThan(claim?.y ?? Number.POSITIVE_INFINITY);
  await section(page).getByRole("button", { name: "Prove again" }).click();
  await expect(section(page).getByRole("heading", { name: "The proof holds" })).toBeVisible({ timeout: 60_000 });
  await expect(section(page).getByRole("status")).toContainText(
    /Of [\d,]+ policies none that is valid loses less than 0\.\d{4}/,
  );
  await check(page, "a proof that was proven again");
  await write(page);
  const [proof, recipe] = [(await download(page, /^Proof \(/)).bytes, (await download(page, "Recipe, JSON")).bytes];
  const header = JSON.parse(proof.subarray(0, proof.indexOf("\n")).toString());
  await expect(section(page)).toContainText(`${header.nodes} nodes`);

  const kanon = commandLine();
  test.skip(kanon === null, NO_KANON);
  if (kanon === null) return;
  writeFileSync(join(folder, "persons.csv"), ORIGINAL);
  writeFileSync(join(folder, "recipe.json"), recipe);
  writeFileSync(join(folder, "page.proof"), proof);
  const own = ["persons.csv", "--recipe", "recipe.json"];
  words(kanon, ["anonymize", ...own, "--out", "own.csv", "--proof", "own.proof", "--passport", "own.zip"]);
  expect(words("cmp", ["own.proof", "page.proof"])).toBe("");
  // Of the same files page and program pack the same bytes; their reports tell of other seconds.
  const LOCAL_HEADER = 30;
  const untilReport = (archive: Buffer) => archive.subarray(0, archive.indexOf("report.json") - LOCAL_HEADER);
  const passport = untilReport((await download(page, "Passport, zip")).bytes);
  expect(passport.length).toBeGreaterThan(proof.length);
  expect(untilReport(readFileSync(join(folder, "own.zip"))).equals(passport)).toBe(true);
  const said = words(kanon, ["check", "page.proof", "--data", ...own, "--release", "own.csv"]);
  expect(said).toContain("proven: of ");
});

test("a passport has what a second party needs, and no value of the table", async ({ page }) => {
  const { release, recipe, report, proof, passport } = await released(page);
  expect((await download(page, "Passport, zip")).bytes.equals(passport)).toBe(true);
  // Time and day of its first file: none, so that they are the same whenever it is packed.
  expect(passport.readUInt32LE(10)).toBe(0x00210000);
  const files = unzipSync(passport);
  expect(Object.keys(files)).toEqual([
    "README.txt",
    "release.kanon.proof",
    "recipe.kanon.json",
    "report.json",
    "SHA256SUMS",
  ]);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(Buffer.from(files["release.kanon.proof"] ?? []).equals(proof)).toBe(true);
  expect(JSON.parse(text("recipe.kanon.json"))).toEqual(JSON.parse(recipe.toString()));
  expect(text("report.json")).toBe(report.toString());

  const [first = "", ...lines] = ORIGINAL.trim().split("\n");
  const header = first.split(";");
  const rows = lines.map((line) => line.split(";"));
  const valuesOf = (name: string) => new Set(rows.map((row) => row[header.indexOf(name)] ?? ""));
  for (const name of Object.keys(files)) {
    // The time of the search, and so the digest of the report, differ from run to run: their digits may be a ZIP code.
    const lasting = text(name).replace(/"seconds": [\d.e-]+|\b[0-9a-f]{64}\b/g, "");
    for (const column of ["name", "diagnosis", "zip", "education"])
      for (const value of valuesOf(column)) expect(lasting).not.toContain(value);
  }

  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, "original.csv"), ORIGINAL);
  writeFileSync(join(folder, "release.csv"), release);
  expect(words("sha256sum", ["-c", "SHA256SUMS"])).toContain("report.json: OK");
  const kanon = commandLine();
  test.skip(kanon === null, NO_KANON);
  if (kanon === null) return;
  // Every command of the text, as it stands there.
  const commands = text("README.txt").matchAll(/^ {4}(kanon|python3) (.*)$/gm);
  const checker = join(__dirname, "../../checker/check.py");
  let said = "";
  for (const [, program, given = ""] of commands) {
    const parts = given.split(" ").map((part) => (part === "check.py" ? checker : part));
    said += words(program === "kanon" ? kanon : "python3", parts);
  }
  expect(said.match(/^proven: /gm)).toHaveLength(3);
});

test("a review with a passport checks the proof, and names what is amiss", LONG, async ({ page }) => {
  const { release, recipe, report, proof, passport } = await released(page);
  const own: GivenFile = { name: "release.csv", text: release };
  const original: GivenFile = { name: "original.csv", text: ORIGINAL };
  await review(page, [own, { name: "a.zip", text: passport }, original]);
  await expect(page.getByRole("heading", { name: "The report holds: every claim that can be checked" })).toBeVisible();
  await expect(verdict(page).getByRole("heading", { name: "The proof holds", exact: true })).toBeVisible();
  await expect(page.getByLabel("What a.zip/release.kanon.proof is").locator("option").first()).toHaveText("its proof");
  await page.setViewportSize({ width: 1280, height: 3000 });
  await check(page, "a review with a proof");
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 900 });

  // A tree that says nothing: open is the whole lattice, in the words of the columns' levels.
  const files: GivenFile[] = [
    { name: "recipe.json", text: recipe },
    { name: "report.json", text: report },
  ];
  const nothing = { name: "x.proof", text: withTree(proof, () => Buffer.from([0])) };
  await review(page, [own, nothing, original, ...files]);
  await expect(verdict(page).getByRole("heading", { name: "The proof does not hold" })).toBeVisible();
  const openBox = verdict(page).getByRole("group", { name: "Policies that are left open" });
  await expect(openBox.getByRole("rowheader")).toHaveText([...QUASI_IDENTIFIERS]);
  await expect(openBox.getByRole("row", { name: /^age/ })).toContainText("as given");
  await check(page, "a proof that leaves policies open");

  // A passport with a changed file is refused.
  const changed = zipSync({ ...unzipSync(passport), "release.kanon.proof": new Uint8Array(proof.subarray(0, -1)) });
  await dropped(page, [own, { name: "a.zip", text: Buffer.from(changed) }, original]);
  await expect(step(page)).toContainText(
    "The passport was changed: its list of digests says otherwise of release.kanon.proof.",
  );

  // Of another table.
  const other = { name: "original.csv", text: ORIGINAL.slice(0, ORIGINAL.lastIndexOf("\n", ORIGINAL.length - 2) + 1) };
  await review(page, [own, { name: "x.proof", text: proof }, other, ...files]);
  await expect(verdict(page).getByRole("heading", { name: "The proof is of something else" })).toBeVisible();

  // Of this table, but not of this release.
  const lines = release.toString().trim().split("\n");
  const last = `${[...lines.slice(0, -1), lines[1]].join("\n")}\n`;
  await review(page, [{ name: "release.csv", text: last }, { name: "x.proof", text: proof }, original, ...files]);
  await expect(verdict(page).getByRole("heading", { name: "but not for this release" })).toBeVisible();

  // Without the original nothing is said of it, and that is said.
  await review(page, [own, { name: "x.proof", text: proof }, ...files]);
  await expect(step(page)).toContainText("The proof was not checked: that takes the original and the recipe.");
  await expect(verdict(page)).toHaveCount(0);
});

test("a review is cancelled while it checks a proof, and done again", LONG, async ({ page }) => {
  await page.goto("/");
  const original = wide(4000, 5);
  await choose(page, /^Open a file/, [{ name: "wide.csv", text: original }]);
  await expect(page.getByRole("heading", { level: 1, name: "wide.csv" })).toBeVisible();
  const settings = JSON.parse(wideRecipe(5, "exact"));
  settings.privacy.suppression_limit = 0.3;
  await drop(page, [{ name: "recipe.json", text: JSON.stringify(settings) }]);
  await run(page);
  await prove(page);
  await goTo(page, "Release");
  await page.getByRole("button", { name: "Write and verify", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Verified/ })).toBeVisible({ timeout: 30_000 });
  const text = async (button: string | RegExp) => (await download(page, button)).bytes;
  const files: GivenFile[] = [
    { name: "release.csv", text: await text(/^Release, CSV/) },
    { name: "a.zip", text: await text("Passport, zip") },
    { name: "original.csv", text: original },
  ];
  await give(page, files);
  await expect(step(page).getByRole("button", { name: "Review", exact: true })).toBeEnabled();
  const bar = step(page).getByRole("progressbar");
  // The report is checked by then, and the proof is not.
  await step(page).evaluate(async (element) => {
    const share = () => element.querySelector("progress")?.value ?? 0;
    const press = (name: string) =>
      [...element.querySelectorAll("button")].find((one) => one.innerText === name)?.click();
    press("Review");
    while (share() <= 0.5) await new Promise(requestAnimationFrame);
    press("Cancel");
  });
  await expect(bar).toHaveCount(0);
  await expect(verdict(page)).toHaveCount(0);
  await step(page).getByRole("button", { name: "Review", exact: true }).click();
  await expect(verdict(page).getByRole("heading", { name: "The proof holds", exact: true })).toBeVisible({
    timeout: 60_000,
  });
});

test("an archive that is no passport is told as what it is", FIRST, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Review a finished file" }).click();
  await drop(page, [{ name: "b.zip", text: Buffer.from(zipSync({ "a.csv": strToU8("a\n1\n") })) }], step(page));
  await expect(step(page).getByRole("row", { name: /^b\.zip/ })).toContainText("Unpack it");
  await drop(page, [{ name: "c.zip", text: Buffer.from("PK\u0003\u0004 and no more") }], step(page));
  await expect(step(page).getByRole("row", { name: /^c\.zip/ })).toContainText("Unpack it");
});

test("under entropy, which rounds, a proof leaves a billionth, and the page says so", async ({ page }) => {
  await open(page, "persons.csv", ORIGINAL);
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Policy");
  await page.getByLabel("what to keep: the loss measure").selectOption("entropy");
  await run(page);
  await prove(page);
  await section(page).getByRole("button", { name: "Prove again" }).click();
  await expect(section(page).getByRole("heading", { name: "The proof holds" })).toBeVisible({ timeout: 60_000 });
  await expect(section(page).getByRole("status")).toContainText("by more than a billionth");
});

test("under conditions there is no proof, and the page says why", async ({ page }) => {
  await open(page, "persons.csv", ORIGINAL);
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Policy");
  await page.getByLabel("Ask for more than k").selectOption({ label: "on the average risk of the release" });
  await page.getByLabel("greatest average risk, percent").fill("90");
  await page.getByLabel("greatest average risk, percent").blur();
  await run(page);
  await goTo(page, "Release");
  await expect(section(page)).toContainText("the recipe has other conditions");
  await expect(section(page).getByRole("button")).toHaveCount(0);
  await write(page);
  await expect(page.getByRole("button", { name: /^Proof \(/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Passport, zip" })).toHaveCount(0);
});

test(
  "a proof that is cancelled goes on where it stopped, and has the bytes of one that is not",
  LONG,
  async ({ page }) => {
    await openWide(page);
    await goTo(page, "Release");
    const goOn = section(page).getByRole("button", { name: "Go on with the proof" });
    // Whoever begins anew shows less than that first.
    const stopped = await cancelled(page, "Make the proof", 0.7);
    expect(stopped.least).toBe(0);
    await expect(goOn).toBeEnabled();
    await expect(section(page)).toContainText(/It was cancelled with [1-9][\d.]* % of the policies closed/);
    await check(page, "a proof that was cancelled");
    // Another step, and a search that finds the same, take nothing of it away.
    await run(page);
    await goTo(page, "Release");
    const again = await cancelled(page, "Go on with the proof");
    expect(again.least).toBeGreaterThanOrEqual(stopped.last);
    await goOn.click();
    await expect(section(page)).toContainText("The proof is made", { timeout: 60_000 });
    await write(page);
    const resumed = (await download(page, /^Proof \(/)).bytes;

    await openWide(page);
    await prove(page);
    await write(page);
    expect((await download(page, /^Proof \(/)).bytes.equals(resumed)).toBe(true);
  },
);

test("under other settings a proof that was cancelled is not gone on with", LONG, async ({ page }) => {
  await openWide(page);
  await goTo(page, "Release");
  await cancelled(page, "Make the proof", 0.1);
  await setK(page, "6");
  await run(page);
  await goTo(page, "Release");
  await expect(section(page)).not.toContainText("cancelled");
  expect((await cancelled(page, "Make the proof", 0.1)).least).toBe(0);
  // By then the first one is given up, too.
  await setK(page, "5");
  await run(page);
  await prove(page);
});

test("when the engine dies, a proof that was cancelled begins anew", LONG, async ({ page }) => {
  await page.addInitScript(REMEMBER_WORKERS);
  await openWide(page);
  await goTo(page, "Release");
  await cancelled(page, "Make the proof", 0.1);
  await expect(section(page).getByRole("button", { name: "Go on with the proof" })).toBeEnabled();
  await endEngine(page);
  await expect(page.getByText("The engine had to be started again.")).toBeVisible();
  const anew = await cancelled(page, "Make the proof", 0.1);
  expect(anew.least).toBe(0);
  await section(page).getByRole("button", { name: "Go on with the proof" }).click();
  await expect(section(page)).toContainText("The proof is made", { timeout: 60_000 });
});

test("checking can be cancelled, and begun again", LONG, async ({ page }) => {
  await openWide(page);
  await prove(page);
  await cancelled(page, "Prove again");
  await expect(section(page).getByRole("button", { name: "Prove again" })).toBeEnabled();
  await expect(section(page).getByRole("heading", { name: "The proof holds" })).toHaveCount(0);
  await section(page).getByRole("button", { name: "Prove again" }).click();
  await expect(section(page).getByRole("heading", { name: "The proof holds" })).toBeVisible({ timeout: 60_000 });
});

test(
  "a long proof is made and checked by several workers; those that end take nothing away",
  LONG,
  async ({ page }) => {
    // Long enough that the helpers have begun and not yet ended, however busy the machine is.
    test.setTimeout(180_000);
    const columns = 9;
    await openWide(page, columns);
    await prove(page);
    await write(page);
    const undisturbed = (await download(page, /^Proof \(/)).bytes;
    const alone = page.workers().length;

    await openWide(page, columns);
    await goTo(page, "Release");
    await section(page).getByRole("button", { name: "Make the proof" }).click();
    const made = expect(section(page)).toContainText("The proof is made", { timeout: 60_000 });
    await expect.poll(() => page.workers().length, { intervals: [20] }).toBeGreaterThan(alone);
    expect(await endSilently(page, "kanon-crew")).toBeGreaterThan(0);
    await made;
    await write(page);
    expect((await download(page, /^Proof \(/)).bytes.equals(undisturbed)).toBe(true);

    await section(page).getByRole("button", { name: "Prove again" }).click();
    // One of them reads the table anew; the others are handed it.
    await expect.poll(() => page.workers().length, { intervals: [20] }).toBeGreaterThan(alone + 1);
    await expect(section(page).getByRole("heading", { name: "The proof holds" })).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => page.workers().length).toBe(alone);
  },
);
