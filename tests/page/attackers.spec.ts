/** What attackers find: the page, the report and the command line show the same figures. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { commandLine } from "./command-line";
import { choose, confirmUntouched, download, drop, goTo, open, run, setRoles, write } from "./job";
import { LONG } from "./marks";

/** Households with the number of people that each stands for. */
function survey(): string {
  const lines = Array.from(
    { length: 240 },
    (_, row) => `${20 + (row % 12)},${row % 3 === 0 ? "f" : "m"},${(row % 50) + 1.5}`,
  );
  return `age,sex,weight\n${lines.join("\n")}\n`;
}

async function ofAttackers(page: Page, name: string): Promise<readonly [string, string]> {
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  const cells = await row.getByRole("cell").allInnerTexts();
  return [cells[1] ?? "", cells[2] ?? ""];
}

test("three attackers before and after, by a threshold and weights that are set in place", async ({ page }) => {
  await open(page, "survey.csv", survey());
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier", weight: "insensitive" });
  await run(page);
  await goTo(page, "Release");
  await expect(page.getByRole("heading", { name: "Three attackers" })).toBeVisible();
  await expect(page.getByText("No population was used.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "journalist, highest" })).toHaveCount(0);
  const threshold = page.getByLabel("Threshold of risk, in percent");
  await expect(threshold).toHaveValue("20");
  expect((await ofAttackers(page, "prosecutor, over"))[1]).toBe("0, 0.0 %");
  await threshold.fill("0.5");
  await threshold.press("Enter");
  await expect.poll(async () => (await ofAttackers(page, "prosecutor, over"))[1]).toBe("240, 100.0 %");
  await threshold.fill("700");
  await threshold.press("Enter");
  await expect(threshold).toHaveValue("0.5");

  await page.getByLabel("People of the population").selectOption("weights weight");
  await run(page);
  await goTo(page, "Release");
  await expect(page.getByText("estimated by the weights of weight")).toBeVisible();
  await check(page, "attackers");
  await write(page);
  const { bytes } = await download(page, /^Report, JSON/);
  const { attackers } = JSON.parse(bytes.toString());
  expect(attackers.threshold).toBe(0.005);
  expect(attackers.weight_column).toBe("weight");
  const { prosecutor, journalist, marketer } = attackers.after;
  // The people of a class are more than its records: the journalist finds less.
  expect(journalist.highest).toBeLessThan(prosecutor.highest);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  expect((await ofAttackers(page, "journalist, highest"))[1]).toBe(percent(journalist.highest));
  expect((await ofAttackers(page, "journalist, over"))[1]).toBe(
    `${journalist.records_over}, ${percent(journalist.share_over)}`,
  );
  expect((await ofAttackers(page, "marketer, average"))[1]).toBe(percent(marketer.average));
});

/** The town that the survey is of: nobody of it is 20. */
function town(): string {
  const ages = Array.from({ length: 70 }, (_, place) => place + 21);
  const lines = ages.flatMap((age) => ["f", "m"].map((sex) => `${sex},${age % 7 === 0 ? 400 : 30},${age}`));
  return `sex,count,age\n${lines.join("\n")}\n`;
}

test(
  "people are counted in a population that is loaded in place, named by the recipe and needed from then on",
  LONG,
  async ({ page }) => {
    await open(page, "survey.csv", survey());
    await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier", weight: "insensitive" });
    await run(page);
    await goTo(page, "Release");
    await choose(page, "Load a population…", [{ name: "wrong.csv", text: "sex,count\nf,5\n" }]);
    await expect(page.getByRole("alert")).toContainText("`age`");
    await expect(page.getByText("No population was used.")).toBeVisible();
    await choose(page, "Load a population…", [{ name: "town.csv", text: town() }]);
    const people = page.getByLabel("People of the population");
    await expect(people).toHaveValue("population town.csv");
    await expect(page.getByText(/those of the 11,600 in town.csv/)).toBeVisible();
    await check(page, "attackers among people");
    await write(page);
    const report = (await download(page, /^Report, JSON/)).bytes;
    const { attackers } = JSON.parse(report.toString());
    expect(attackers.population).toEqual({ file: "town.csv", people: 11_600, not_placed: 0 });
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
    expect(await ofAttackers(page, "journalist, highest")).toEqual([
      percent(attackers.before.journalist.highest),
      percent(attackers.after.journalist.highest),
    ]);
    expect(attackers.after.journalist.average).toBeLessThan(attackers.after.prosecutor.average);
    const recipe = (await download(page, "Recipe, JSON")).bytes;
    expect(JSON.parse(recipe.toString()).risk).toEqual({ population: "town.csv" });

    const kanon = commandLine();
    if (kanon !== null) {
      const folder = mkdtempSync(join(tmpdir(), "kanon-attackers-"));
      for (const [name, bytes] of Object.entries({ "survey.csv": survey(), "town.csv": town(), "recipe.json": recipe }))
        writeFileSync(join(folder, name), bytes);
      const anonymize = "anonymize survey.csv --recipe recipe.json --out release.csv --report report.json";
      execFileSync(kanon, anonymize.split(" "), { cwd: folder });
      expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")).attackers).toEqual(attackers);
      rmSync(folder, { recursive: true });
    }

    // The same people once more are no other ones; others in a file of the same name are, and the release is not
    // theirs.
    const downloads = page.getByRole("button", { name: "Report, JSON" });
    await choose(page, "Load a population…", [{ name: "town.csv", text: town() }]);
    await expect(page.getByText(/those of the 11,600 in town.csv/)).toBeVisible();
    await expect(downloads).toBeVisible();
    const others = town().replaceAll(",400,", ",401,");
    expect(others.length).toBe(town().length);
    await choose(page, "Load a population…", [{ name: "town.csv", text: others }]);
    await expect(page.getByText(/those of the 11,620 in town.csv/)).toBeVisible();
    await expect(downloads).toHaveCount(0);
    await write(page);
    const again = JSON.parse((await download(page, /^Report, JSON/)).bytes.toString());
    expect(again.attackers.population).toEqual({ file: "town.csv", people: 11_620, not_placed: 0 });

    // Without the population nothing is written that would say otherwise than the recipe.
    await goTo(page, "Open");
    await page.reload();
    await open(page, "survey.csv", survey());
    await drop(page, [{ name: "survey.kanon.json", text: recipe.toString() }]);
    await run(page);
    await goTo(page, "Release");
    await expect(page.getByText(/counted in town.csv, which is not loaded/)).toBeVisible();
    await confirmUntouched(page);
    await expect(page.getByText(/town.csv is to be loaded, or risk told without it/)).toBeVisible();
    await choose(page, "Load a population…", [{ name: "town.csv", text: town() }]);
    await expect(page.getByText(/those of the 11,600 in town.csv/)).toBeVisible();
    await people.selectOption("not known");
    await expect(page.getByText("No population was used.")).toBeVisible();
  },
);
