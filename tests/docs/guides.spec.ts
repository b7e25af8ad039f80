/**
 * The guides of the book, followed to the letter in an empty folder, and a look at the site that comes of each.
 *
 * The site is made of the files that the guide shows, by the commands that it names. Its exhibit must be live, also
 * when it is reached from a different page of the site. `cargo xtask test --long` runs it.
 */

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { expectLive, Site, watch } from "./site";

const ROOT = join(__dirname, "../..");
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
const FILE = /^`([^`]+)`:\n\n(`{3,})\w+\n([\s\S]*?)^\2$/gm;

/** What MkDocs Material makes of scripts that are none, as the guide says. */
const RUNS_DATA = /^SyntaxError: Failed to execute 'replaceWith'/;

/** Python's packages go here, and nowhere else. */
const PYTHON = join(TARGET, "tools", "python");

/** Makes the site of a guide in an empty folder, and returns the folder of its pages. */
function follow(guide: string, folder: string): string {
  const text = readFileSync(join(ROOT, "docs/src", `${guide}.md`), "utf8");
  copyFileSync(join(ROOT, "dist/exhibits/kanon.js"), join(folder, "kanon.js"));
  copyFileSync(join(ROOT, "docs/src/data/visits.frontier.json"), join(folder, "frontier.json"));
  for (const [, name = "", , body = ""] of text.matchAll(FILE)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), body);
  }
  const commands = /^```sh,guide\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? "";
  const site = /^The site is then in `([^`]+)`/m.exec(text)?.[1] ?? "";
  expect(commands, `${guide}.md tells commands`).not.toBe("");
  expect(site, `${guide}.md says where the site is`).not.toBe("");
  if (/^pip /m.test(commands) && !existsSync(join(PYTHON, "bin/pip")))
    execFileSync("python3", ["-m", "venv", PYTHON], { stdio: "inherit" });
  const kanon = process.env.KANON ?? join(TARGET, "debug/kanon");
  const places = [dirname(kanon), join(TARGET, "tools/bin"), join(PYTHON, "bin"), process.env.PATH ?? ""];
  // As in a terminal, where nothing says that this is a test, nor that packages for building are not wanted.
  const { NODE_ENV: _ours, ...around } = process.env;
  const env = { ...around, PATH: places.join(delimiter), CI: "true" };
  execFileSync("sh", ["-ec", commands], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, site);
}

/** Guides, and whether their sites change pages without loading them anew. */
const GUIDES = { mdbook: false, mkdocs: true, sphinx: false, vitepress: true, docusaurus: true } as const;

for (const [guide, isInstant] of Object.entries(GUIDES))
  test(`the guide ${guide}.md makes a site with a live exhibit`, async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), `kanon-${guide}-`));
    const started = Date.now();
    const site = new Site(follow(guide, folder));
    console.log(`${guide}: built in ${Math.round((Date.now() - started) / 1000)} s`);
    try {
      const address = await site.start();
      const wrong = watch(page, address);
      await page.goto(`${address}/`, { waitUntil: "networkidle" });
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      const stayed = () => page.evaluate(() => "stayed" in window);
      const main = page.locator("main, [role=main]").first();
      for (const _ of ["first", "again"]) {
        await main.getByRole("link", { name: "the figure" }).click();
        await expect(page.getByRole("heading", { level: 1, name: /The frontier/ })).toBeVisible();
        await expectLive(page, "kanon-frontier");
        expect(await stayed(), "pages are swapped").toBe(isInstant);
        await page.goBack();
        await expect(page.locator("kanon-frontier")).toHaveCount(0);
      }
      await main.getByRole("link", { name: "the figure" }).click();
      await expect(page.getByRole("heading", { level: 1, name: /The frontier/ })).toBeVisible();
      await page.reload();
      await expectLive(page, "kanon-frontier");
      expect(wrong.filter((one) => !(guide === "mkdocs" && RUNS_DATA.test(one)))).toEqual([]);
    } finally {
      site.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
