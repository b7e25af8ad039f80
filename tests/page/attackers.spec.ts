/** What attackers find, on the page, in the report and by the command line: the same figures. */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { download, goTo, open, run, setRoles, write } from "./job";

/** Households with the number of people that each stands for. */
function survey(): string {
  const lines = Array.from(
    { length: 240 },
    (_, row) => `${20 + (row % 12)},${row % 3 === 0 ? "f" : "m"},${(row % 50) + 0.5}`,
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
  expect((await ofAttackers(page, "prosecutor, over"))[1]).toBe("0, 0.0%");
  await threshold.fill("0.5");
  await threshold.press("Enter");
  await expect.poll(async () => (await ofAttackers(page, "prosecutor, over"))[1]).toBe("240, 100.0%");
  await threshold.fill("700");
  await threshold.press("Enter");
  await expect(threshold).toHaveValue("0.5");

  await page.getByLabel("People that a record stands for").selectOption("weight");
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
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  expect((await ofAttackers(page, "journalist, highest"))[1]).toBe(percent(journalist.highest));
  expect((await ofAttackers(page, "journalist, over"))[1]).toBe(
    `${journalist.records_over}, ${percent(journalist.share_over)}`,
  );
  expect((await ofAttackers(page, "marketer, average"))[1]).toBe(percent(marketer.average));
});
