/**
 * What the page says beside the settings, held against the table: what they mean there, how bad a loss is, and what
 * the words mean.
 */

import { expect, test } from "@playwright/test";
import { check } from "./axe";
import { choose, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { FIRST } from "./marks";
import { persons } from "./table";

test("k and the limit are told in numbers of this table, with what others use", async ({ page }) => {
  await open(page, "persons.csv", persons(600));
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Policy");
  const guidance = page.locator(".guidance");
  await guidance.getByText("What k and the limit mean here").click();
  await expect(guidance).toContainText("at most 1 in 5, 20.0 %");
  await expect(guidance).toContainText("up to 30 of 600 records");
  // As many as the scoreboard has at risk.
  await expect(guidance).toContainText(/\d+ of 600 records are in a class of fewer than 5/);
  await page.getByLabel("k, records in the smallest class").fill("11");
  await page.getByLabel("k, records in the smallest class").blur();
  await expect(guidance).toContainText("at most 1 in 11, 9.1 %");
  await expect(guidance).toContainText("1 ÷ 11 is 0.0909, which is above 0.09");
  await check(page, "guidance");
});

test("a loss is told in plain words, and a column that says nothing says why", async ({ page }) => {
  await open(page, "persons.csv", persons(600));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  const step = page.locator("kanon-policy-step");
  const [shown] = await step.locator("dl.figures dd").allInnerTexts();
  const kept = `${((1 - Number(shown)) * 100).toFixed(1)} %`;
  await expect(step.getByText(`${kept} of the detail is kept`)).toBeVisible();
  const leftOut = step.locator("dl.policy dd").filter({ hasText: "nothing said (every value" });
  await expect(leftOut).toContainText(/One step finer, .* \d+ records would be suppressed, and 30 may be/);
  await expect(leftOut).toContainText(/it takes a limit of [\d.]+ %/);
  // The limit that it names is enough.
  const told = /a limit of ([\d.]+) %/.exec(await leftOut.innerText())?.[1] ?? "";
  const limit = page.getByLabel("suppression limit, percent of records");
  await limit.fill(told);
  await limit.blur();
  await run(page);
  await expect(step.locator("dl.policy").getByText("nothing said (every value")).toHaveCount(0);
});

test("a best policy that leaves most columns empty is not shown as a success", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // Hardly two persons share anything but their sex.
  const lines = Array.from({ length: 120 }, (_, row) => {
    const day = `${1940 + (row % 60)}-0${1 + (row % 9)}-1${row % 10}`;
    return `${row % 2 === 0 ? "f" : "m"},${day},${10_000 + 37 * row},job ${row % 61}`;
  });
  await open(page, "patients.csv", `sex,birth,zip,job\n${lines.join("\n")}\n`);
  const qi = "quasi-identifier";
  await setRoles(page, { sex: qi, birth: qi, zip: qi, job: qi });
  await goTo(page, "Policy");
  await page.getByLabel("suppression limit, percent of records").fill("0");
  await page.getByLabel("suppression limit, percent of records").blur();
  const k = page.getByLabel("k, records in the smallest class");
  await k.fill("40");
  await k.blur();
  await run(page);
  const left = page.locator("kanon-policy-step p.left");
  await expect(left).toBeInViewport();
  const words = await left.innerText();
  expect(words).toMatch(/^Of 4 quasi-identifiers, .* [34] say nothing \(/);
  expect(words).toMatch(/\d+\.\d % of the detail is gone\.$/);
  const empty = /(\d) say nothing \((.*)\)\. /.exec(words);
  const policy = page.locator("kanon-policy-step dl.policy");
  for (const name of (empty?.[2] ?? "").split(", "))
    await expect(policy.locator(`dt:text-is("${name}") + dd`)).toContainText("nothing said");
  await expect(page.getByRole("region", { name: "Run" })).toContainText(
    `Proven best, but ${empty?.[1]} of 4 columns say nothing`,
  );
  const step = page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /\bPolicy\b/ });
  await expect(step).toContainText(`proven best, but ${empty?.[1]} of 4 columns say nothing`);
  await expect(step).toContainText("!");
  await goTo(page, "Release");
  await expect(page.locator("kanon-release-step li.left")).toHaveText(words);
  await check(page, "an empty answer");
});

test("a policy that leaves something of each column is told without a warning", async ({ page }) => {
  const lines = Array.from({ length: 200 }, (_, row) => `${20 + (row % 10)},${row % 3 === 0 ? "f" : "m"}`);
  await open(page, "patients.csv", `age,sex\n${lines.join("\n")}\n`);
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier" });
  await run(page);
  const left = page.locator("kanon-policy-step p.left");
  await expect(left).toHaveText(
    "Of 2 quasi-identifiers, 2 keep full detail (age, sex), none is coarser, none says nothing. None of the detail is gone.",
  );
  await expect(left).not.toHaveClass(/care/);
  await expect(page.getByRole("region", { name: "Run" })).not.toContainText("but");
});

test("ages of which some are 90+ are intervals, and not texts of which nothing is kept", async ({ page }) => {
  const ages = Array.from({ length: 240 }, (_, row) => (row % 80) + 18);
  const lines = ages.map((age, row) => `${age > 89 ? "90+" : age},${row % 2 === 0 ? "f" : "m"}`);
  await open(page, "patients.csv", `age,sex\n${lines.join("\n")}\n`);
  await setRoles(page, { age: "quasi-identifier", sex: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  await expect(
    page.getByText(/and 1 with an open end. Those from 90 on are one group: 24 of 240 records/),
  ).toBeVisible();
  await run(page);
  const policy = page.locator("kanon-policy-step dl.policy");
  await expect(policy).toContainText(/intervals of \d+, from 90 on as one/);
  await expect(policy).not.toContainText("nothing said");
});

test("where no policy is valid, the column is named with the least changes", FIRST, async ({ page }) => {
  await open(page, "persons.csv", persons(200));
  const recipe = {
    kanon: 1,
    columns: { sex: { role: "quasi-identifier" }, zip: { role: "quasi-identifier", max_level: 0 } },
    privacy: { k: 50, suppression_limit: 0 },
  };
  await page.getByText("Recipe", { exact: true }).click();
  await choose(page, "Load a recipe", [{ name: "persons.kanon.json", text: JSON.stringify(recipe) }]);
  await goTo(page, "Policy");
  await page.getByRole("button", { name: /^Release them as/ }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(/`zip` \(\d+ groups\)/, { timeout: 30_000 });
  await expect(page.getByRole("alert")).toContainText("leave `zip` out of the quasi-identifiers");
});

test("the words are told on every screen, by a button and a key", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Words", exact: true }).click();
  const words = page.getByRole("dialog", { name: "Words" });
  await expect(words).toContainText("quasi-identifier");
  await expect(words.getByText("1 ÷ records of the smallest class")).toBeVisible();
  await check(page, "words");
  await page.keyboard.press("Escape");
  await expect(words).toHaveCount(0);
  await page.keyboard.press("w");
  await expect(words).toBeVisible();
});

test("a survey with weights opens as a sample, with its recipe", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "a household survey with weights" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "household.csv" })).toBeVisible({ timeout: 30_000 });
  await run(page);
  await goTo(page, "Release");
  await expect(page.getByText("estimated by the weights of weight")).toBeVisible();
});
