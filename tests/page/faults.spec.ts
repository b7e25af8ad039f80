/** What happens to the work when a file, a worker or the tab goes away in the middle of it. */

import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { endSilently } from "./engine-life";
import {
  choose,
  chooserOf,
  confirmUntouched,
  download,
  drop,
  goTo,
  leaving,
  open,
  PERSON_ROLES,
  run,
  setRole,
  setRoles,
  write,
} from "./job";
import { FIRST, LONG } from "./marks";
import { persons, wide, wideRecipe } from "./table";

/** Opens a file that lies on the disk, which can then be changed under the page. */
async function openOnDisk(page: Page, path: string): Promise<void> {
  await (await chooserOf(page, page.getByRole("button", { name: /^Open a file/ }))).setFiles(path);
  await expect(page.getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
}

const CHANGES: Readonly<Record<string, (path: string) => void>> = {
  changed: (path) => writeFileSync(path, persons(400, 12)),
  cut: (path) => truncateSync(path, 900),
  "appended to": (path) => appendFileSync(path, "late;40;male;37001;master;flu\n"),
  deleted: (path) => rmSync(path),
};

for (const [what, change] of Object.entries(CHANGES)) {
  for (const moment of ["before the run", "before the release"]) {
    test(
      `a file that is ${what} ${moment} is named as that, and the settings serve for it again`,
      what === "cut" ? {} : LONG,
      async ({ page }) => {
        const path = join(mkdtempSync(join(tmpdir(), "kanon-")), "persons.csv");
        writeFileSync(path, persons(400));
        await page.goto("/");
        await openOnDisk(page, path);
        await setRoles(page, { sex: "quasi-identifier", diagnosis: "sensitive" });
        await expect(page.getByText("ready to run")).toBeVisible();
        if (moment === "before the release") await run(page);
        else await setRole(page, "age", "quasi-identifier");
        change(path);
        if (moment === "before the release") {
          await goTo(page, "Release");
          await confirmUntouched(page);
          await page.getByRole("button", { name: "Write and verify", exact: true }).click();
        } else {
          await setRole(page, "education", "quasi-identifier");
          await goTo(page, "Policy");
          await page.getByRole("button", { name: "Run", exact: true }).click();
        }
        const alert = page.getByRole("alert");
        await expect(alert).toContainText("persons.csv has changed since it was opened, or was moved or deleted");
        await expect(alert).toContainText("Open it again as it is now");
        await drop(page, [{ name: "persons.csv", text: persons(300, 13) }]);
        await page.getByRole("button", { name: "Use them here" }).click();
        await run(page);
        await write(page);
      },
    );
  }
}

/** Text in UTF-16 with a half of a surrogate pair in it, which no other half follows. */
function halfPair(order: "le" | "be"): Buffer {
  const text = Buffer.from("\ufeffname,age\nA\ud800B,30\nC,40\n", "utf16le");
  return order === "le" ? text : text.swap16();
}

for (const order of ["le", "be"] as const) {
  test(`malformed UTF-16 (${order}) is refused as on the command line`, async ({ page }) => {
    const path = join(mkdtempSync(join(tmpdir(), "kanon-")), "half.csv");
    writeFileSync(path, halfPair(order));
    const recipe = join(mkdtempSync(join(tmpdir(), "kanon-")), "half.kanon.json");
    writeFileSync(recipe, '{"kanon":1,"columns":{"age":{"role":"quasi-identifier"}},"privacy":{"k":1}}');
    const program = spawnSync(process.env.KANON ?? "", ["anonymize", path, "--recipe", recipe, "--out", `${path}.out`]);
    expect(program.status).toBe(2);
    const said = /byte \d+ of the file is not valid utf-16(le|be)/.exec(program.stderr.toString())?.[0] ?? "nothing";
    await page.goto("/");
    await choose(page, /^Open a file/, [{ name: "half.csv", text: halfPair(order) }]);
    const alert = page.getByRole("alert");
    await expect(alert).toHaveAttribute("data-code", "data-encoding");
    expect((await alert.innerText()).toLowerCase()).toContain(said);
  });
}

/** Opens a table whose search takes long, and begins it. */
async function searchLong(page: Page, columns: number): Promise<void> {
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "scores.kanon.json", text: wideRecipe(columns, "exact") },
    { name: "scores.csv", text: wide(3000, columns) },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "scores.csv" })).toBeVisible();
  await goTo(page, "Policy");
  await page.getByRole("button", { name: /^Run( again)?$/ }).click();
}

const bar = (page: Page) => page.getByRole("region", { name: "Run" });

test("an engine that ends without a word in the middle of a search is noticed, and the job goes on", async ({
  page,
}) => {
  await searchLong(page, 16);
  await expect(bar(page)).toContainText("policies closed");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await endSilently(page, "kanon-engine")).toBe(1);
  await expect(page.getByRole("alert")).toContainText("it ended without a word");
  await expect(page.getByText("The engine had to be started again.")).toBeVisible();
  await page.getByRole("button", { name: /^Run( again)?$/ }).click();
  await expect(bar(page)).toContainText("policies closed");
});

test("helpers that end without a word give back what they had", async ({ page }) => {
  await searchLong(page, 16);
  await expect(bar(page)).toContainText(/[2-8] workers/);
  expect(await endSilently(page, "kanon-crew")).toBeGreaterThan(0);
  await expect(bar(page)).not.toContainText("workers");
  await expect(bar(page)).toContainText("policies closed");
  await bar(page).getByRole("button", { name: "Cancel" }).click();
  await expect(bar(page)).toContainText("Stopped", { timeout: 3000 });
});

test("a search whose helpers ended is proven all the same", LONG, async ({ page }) => {
  // One worker alone, on a machine that has other work.
  test.setTimeout(200_000);
  await searchLong(page, 13);
  await expect.poll(() => page.workers().length).toBeGreaterThan(1);
  await endSilently(page, "kanon-crew");
  await expect(bar(page)).toContainText("Proven best", { timeout: 180_000 });
});

test("leaving asks while results are there that nobody saved, and not after", async ({ page }) => {
  const { leave, asked } = leaving(page);
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await leave();
  await expect.poll(asked).toBe(1);
  await expect(page.getByRole("heading", { name: "The best policy", exact: true })).toBeVisible();
  await write(page);
  await leave();
  await expect.poll(asked).toBe(2);
  await download(page, "All as zip");
  await leave();
  await expect(page.locator(".door").first()).toBeVisible();
  expect(asked()).toBe(2);
});

test("a weight that would overflow a loss is refused where it is typed", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(300));
  await setRoles(page, { age: "quasi-identifier" });
  const weight = page.getByLabel("Weight of age");
  for (const absurd of ["1.7e308", "", "-1", "1e-300"]) {
    await weight.fill(absurd);
    await weight.press("Tab");
    await expect(page.getByText("That of age stays as it was.")).toBeVisible();
    await expect(weight).toHaveValue("1");
    await page.getByRole("button", { name: "Put away" }).click();
  }
  await weight.fill("2.5");
  await weight.press("Tab");
  await expect(weight).toHaveValue("2.5");
  await expect(page.getByText("stays as it was")).toHaveCount(0);
  await goTo(page, "Policy");
  await page.getByText("Advanced settings").click();
  await weight.fill("1e9");
  await weight.press("Tab");
  await expect(page.getByText("That of age stays as it was.")).toBeVisible();
  await expect(weight).toHaveValue("2.5");
});
