/** The page and the command line are one core: one writes what the other writes, and verifies it. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { download, drop, type GivenFile, goTo, run, write } from "./job";
import { LONG } from "./marks";

const ROOT = join(__dirname, "../..");
const ADULT = join(ROOT, "tests/data/adult");
const CENSUS_FILE = "adult.csv";

/** The command line: that of `KANON`, or the one that cargo built last. */
function commandLine(): string | null {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const places = [process.env.KANON ?? "", join(target, "release/kanon"), join(target, "debug/kanon")];
  return places.find((path) => path !== "" && existsSync(path)) ?? null;
}

const KANON = commandLine() ?? "";
const NO_KANON = "The command line is not built: run `cargo build`, or set KANON to its path";

/** Known answers on the census extract with all nine columns as quasi-identifiers, k = 5 and a limit of 5 %. */
const ANSWERS: readonly { measure: string; aggregate?: string; loss: number; suppressed: number }[] = [
  { measure: "iyengar", aggregate: "arithmetic-mean", loss: 0.269634663, suppressed: 1346 },
  { measure: "iyengar", aggregate: "geometric-mean", loss: 0.241932365, suppressed: 1346 },
  { measure: "precision", loss: 0.333333333, suppressed: 1461 },
  { measure: "dm-star", loss: 1_402_154, suppressed: 1285 },
  { measure: "entropy", loss: 249_978.7079, suppressed: 1285 },
  { measure: "distortion", loss: 0.451941, suppressed: 407 },
];

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kanon-page-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Release {
  readonly released: Buffer;
  readonly recipe: Buffer;
  readonly report: Buffer;
}

async function downloads(page: Page): Promise<Release> {
  return {
    released: (await download(page, /^Release, CSV/)).bytes,
    recipe: (await download(page, "Recipe, JSON")).bytes,
    report: (await download(page, "Report, JSON")).bytes,
  };
}

function keep(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function census(): Buffer {
  return gunzipSync(readFileSync(join(ADULT, `${CENSUS_FILE}.gz`)));
}

function censusFiles(): GivenFile[] {
  const names = readdirSync(ADULT).filter((name) => name.startsWith("hierarchy_"));
  const hierarchies = names.map((name) => ({ name, text: readFileSync(join(ADULT, name)) }));
  return [{ name: CENSUS_FILE, text: census() }, ...hierarchies];
}

test(
  "on the census extract the page and the command line write the same bytes, for every measure",
  LONG,
  async ({ page }) => {
    test.skip(KANON === "", NO_KANON);
    test.setTimeout(240_000);
    page.setDefaultTimeout(30_000);
    const files = censusFiles();
    expect(files).toHaveLength(10);
    await page.goto("/");
    await page.locator(".door").first().waitFor();
    await drop(page, files);
    await expect(page.getByRole("navigation", { name: "Quasi-identifiers" }).getByRole("button")).toHaveCount(9);
    await goTo(page, "Policy");
    await expect(page.getByLabel("k, records in the smallest class")).toHaveValue("5");
    await expect(page.getByLabel("suppression limit, percent of records")).toHaveValue("5");
    for (const { measure, aggregate, loss, suppressed } of ANSWERS) {
      await goTo(page, "Policy");
      const settings = page.locator("details", { has: page.getByText("Advanced settings") });
      if (!(await settings.evaluate((details) => (details as HTMLDetailsElement).open))) {
        await settings.getByText("Advanced settings").click();
      }
      await page
        .getByRole("combobox", { name: "Loss of several columns" })
        .selectOption(aggregate ?? "arithmetic-mean");
      await page.getByRole("combobox", { name: "what to keep: the loss measure" }).selectOption(measure);
      await run(page);
      await write(page);
      const { released, recipe, report } = await downloads(page);
      const named = `${measure}, ${aggregate ?? "no aggregate"}`;
      const out = join(folder, "native.csv");
      const nativeReport = join(folder, "native.json");
      const recipePath = keep("census.kanon.json", recipe);
      const table = keep(CENSUS_FILE, census());
      execFileSync(KANON, ["anonymize", table, "--recipe", recipePath, "--out", out, "--report", nativeReport]);
      expect(readFileSync(out).equals(released), `the bytes of ${named}`).toBe(true);
      const [ours, theirs] = [JSON.parse(report.toString("utf8")), JSON.parse(readFileSync(nativeReport, "utf8"))];
      expect(ours.loss, `the loss of ${named}`).toBe(theirs.loss);
      expect(ours.policy).toEqual(theirs.policy);
      expect(ours.output_sha256).toBe(theirs.output_sha256);
      expect(Math.abs(ours.loss - loss) / loss, `the known loss of ${named}`).toBeLessThan(1e-8);
      expect(ours.suppressed_records).toBe(suppressed);
      expect(ours.optimal).toBe(true);
    }
  },
);

test("the command line verifies what the page released of the sample", async ({ page }) => {
  test.skip(KANON === "", NO_KANON);
  await page.goto("/#sample");
  await expect(page.getByText("20,000 records").first()).toBeVisible();
  const sample = await page.evaluate(() => document.querySelector("h1")?.textContent ?? "");
  await run(page);
  await write(page);
  const { released, recipe, report } = await downloads(page);
  const original = join(folder, "original");
  execFileSync(KANON, ["sample", "--out", original]);
  const told = execFileSync(KANON, [
    "verify",
    keep("release.csv", released),
    ...["--report", keep("report.json", report)],
    ...["--recipe", keep("recipe.kanon.json", recipe)],
    ...["--data", join(original, sample)],
  ]).toString("utf8");
  expect(told).toContain("5-anonymous");
  expect(told).toContain("holds: information loss");
  expect(told).not.toContain("FAILS");
  const spoiled = Buffer.from(released.toString("utf8").replace(/\n[^\n]*\n$/, "\n"));
  expect(() =>
    execFileSync(
      KANON,
      [
        "verify",
        keep("spoiled.csv", spoiled),
        ...["--report", join(folder, "report.json"), "--recipe", join(folder, "recipe.kanon.json")],
        ...["--data", join(original, sample)],
      ],
      { stdio: "pipe" },
    ),
  ).toThrow();
});
