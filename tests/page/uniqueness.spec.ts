/** Who is unique in the population of which the table is a sample: the page shows the estimates of the report. */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { download, goTo, open, run, setRoles, write } from "./job";

/** Twenty people who are alone, ten pairs and sixty who are alike. */
function sample(): string {
  const alone = Array.from({ length: 20 }, (_, age) => `${20 + age},f`);
  const two = Array.from({ length: 20 }, (_, row) => `${50 + (row % 10)},m`);
  const alike = Array.from({ length: 60 }, () => "70,m");
  return `age,sex\n${[...alone, ...two, ...alike].join("\n")}\n`;
}

async function line(page: Page, name: string): Promise<readonly string[]> {
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  return row.getByRole("cell").allInnerTexts();
}

test("the share of the population is asked for, and the estimates of the report are shown", async ({ page }) => {
  await open(page, "sample.csv", sample());
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier" });
  await run(page);
  await goTo(page, "Release");
  const title = page.getByRole("heading", { name: "Unique in the population" });
  const share = page.getByLabel("Share of the population in the table, in percent");
  await expect(share).toHaveValue("");
  await expect(title).toHaveCount(0);
  await share.fill("5");
  await share.press("Enter");
  await expect(title).toBeVisible();
  await share.fill("100");
  await share.press("Enter");
  await expect(share).toHaveValue("5");
  await check(page, "unique in the population");
  await write(page);
  const { attackers } = JSON.parse((await download(page, /^Report, JSON/)).bytes.toString());
  const { before, after, sampling_fraction } = attackers.uniqueness;
  expect([sampling_fraction, before.in_table, after.in_table]).toEqual([0.05, 20, 0]);
  expect(before.estimator).toBe("pitman");
  expect(before.in_population).toBe(before.pitman);
  const shown = (records: number) =>
    records < 10 ? String(Math.round(records * 10) / 10) : String(Math.round(records));
  expect(await line(page, "unique in the table")).toEqual(["20", "0"]);
  expect(await line(page, "of them unique in the population, expected")).toEqual([
    `${shown(before.in_population)}, ${(before.share * 100).toFixed(1)} %`,
    "0, 0.0 %",
  ]);
  expect(await line(page, "by Zayatz")).toEqual([shown(before.zayatz), "0"]);
  expect(await line(page, "by Pitman’s model")).toEqual([shown(before.pitman), "0"]);
  await expect(page.getByText("Of the original it takes that by Pitman’s model.")).toBeVisible();

  // Empty again, nothing is estimated.
  await share.fill("");
  await share.press("Enter");
  await expect(title).toHaveCount(0);
});
