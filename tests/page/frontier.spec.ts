/**
 * The frontier on the page: it is searched, walked by keys, saved, and a point of it is released. Safe Harbor,
 * populations and a search that is stopped.
 */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, goTo, open, PERSON_ROLES, searchFrontier, setRoles, write } from "./job";
import { FIRST } from "./marks";
import { hospital } from "./own-files";
import { persons } from "./table";

function step(page: Page) {
  return page.locator("kanon-frontier-step");
}

function chart(page: Page) {
  return step(page).getByRole("img", { name: /Arrow keys walk along the frontier/ });
}

/** Opens a small table and waits for the end of its first frontier. */
async function openFrontier(page: Page, policies = 20_000): Promise<void> {
  await open(page, "persons.csv", persons(600));
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Frontier");
  await expect(chart(page)).toBeVisible({ timeout: 30_000 });
  await searchFrontier(page, policies);
  await expect(step(page).getByText(/20,000 policies of 2 to the power/)).toBeVisible({ timeout: 60_000 });
}

/** A population in which ages and ZIP codes are as in `persons`, ten people of each combination. */
function population(): string {
  const lines = ["zip,age,sex,education,count"];
  for (let zip = 37000; zip < 37030; zip += 1)
    for (let age = 18; age < 78; age += 1)
      for (const sex of ["female", "male"])
        for (const school of ["primary", "secondary", "bachelor", "master"])
          lines.push(`${zip},${age},${sex},${school},10`);
  return `${lines.join("\n")}\n`;
}

test("the frontier is searched when the step is opened, and says that it is the best found", async ({ page }) => {
  await openFrontier(page);
  await expect(step(page).getByText("Best found")).toBeVisible();
  await expect(step(page).getByRole("heading", { level: 2, name: "Safe Harbor (census of 2000)" })).toBeVisible();
  await check(page, "frontier");
});

test("without a number the search ends when it has done what the table deserves", async ({ page }) => {
  await open(page, "persons.csv", persons(600));
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Frontier");
  const bar = page.getByRole("region", { name: "Run" });
  const evaluated = step(page).getByText(/policies of 2 to the power/);
  await expect(evaluated).toBeVisible({ timeout: 30_000 });
  await expect(bar).toHaveCount(0, { timeout: 60_000 });
  const deserved = (await evaluated.innerText()).split(" in ")[0] ?? "";
  const most = step(page).getByLabel("Policies evaluated, at most");
  await expect(most).toHaveValue("");
  await searchFrontier(page, 500);
  await expect(step(page).getByText(/\b500 policies of 2 to the power/)).toBeVisible({ timeout: 60_000 });
  await most.fill("");
  await most.press("Enter");
  await step(page).getByRole("button", { name: "Search anew" }).click();
  // Work is counted and not timed, so it is as many again.
  await expect(evaluated).toContainText(deserved, { timeout: 60_000 });
  await expect(step(page).getByText("Without a number, the search ends")).toBeVisible();
});

test("the chart is walked by keys, and a policy is looked at, taken and released", async ({ page }) => {
  await openFrontier(page);
  await chart(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("status").filter({ hasText: /^risk .* %, loss / })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(step(page).getByRole("heading", { name: /^The policy of risk/ })).toBeVisible();
  await expect(step(page).getByRole("heading", { level: 3, name: /^age/ })).toBeVisible();
  await expect(step(page).locator("#frontier-head")).toBeVisible();
  await check(page, "a policy of the frontier");
  await step(page).getByRole("button", { name: "Take this policy for the release" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Release" })).toBeVisible();
  await write(page);
});

test("an empty value is named among the intervals of a policy", FIRST, async ({ page }) => {
  const [header, ...records] = persons(600).trim().split("\n");
  const without = (record: string, row: number) => (row % 5 === 0 ? record.replace(/;(?:fe)?male;/, ";;") : record);
  await open(page, "persons.csv", `${[header, ...records.map(without)].join("\n")}\n`);
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Frontier");
  await expect(chart(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Run" })).toHaveCount(0, { timeout: 60_000 });
  await chart(page).focus();
  // From the policy that keeps all values as they are: the one of most risk.
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const sexes = step(page).locator(".strip", { has: page.getByRole("heading", { level: 3, name: /^sex/ }) });
  await expect(sexes).toContainText("every value as it is of 3 values");
  await expect(sexes).toContainText("female, male, (empty)");
});

test("no group is smaller than was asked, and the census of Safe Harbor can be chosen", async ({ page }) => {
  await openFrontier(page);
  const least = step(page).getByLabel("Records in a group, at least");
  await least.fill("20");
  await least.press("Enter");
  await step(page).getByLabel("Census").selectOption("2020");
  await step(page).getByRole("button", { name: "Search anew" }).click();
  await expect(page.getByRole("region", { name: "Run" })).toHaveCount(0, { timeout: 60_000 });
  await expect(step(page).getByRole("heading", { level: 2, name: "Safe Harbor (census of 2020)" })).toBeVisible();
  await chart(page).focus();
  // The policy of most risk has the smallest groups.
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const figures = await step(page)
    .getByText(/the smallest has/)
    .innerText();
  expect(Number(/the smallest has ([\d,]+)/.exec(figures)?.[1]?.replaceAll(",", ""))).toBeGreaterThanOrEqual(20);
});

test("a policy that breaks Safe Harbor's rule is not called better", async ({ page }) => {
  await openFrontier(page);
  await chart(page).focus();
  // The policy that keeps all values as they are tells the ZIP codes of one area apart.
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(step(page).getByText(/It does not keep the rule in .*zip/)).toBeVisible();
});

test("what is drawn can be chosen, and is saved in three forms", async ({ page }) => {
  await openFrontier(page);
  const table = await download(page, "Save as CSV");
  const rows = table.bytes.toString().trim().split("\n");
  expect(rows[0]).toBe("kind,risk,loss");
  const points = rows.filter((row) => row.startsWith("frontier,")).map((row) => row.split(",").slice(1).map(Number));
  expect(points.length).toBeGreaterThan(20);
  for (const [index, [risk, loss]] of points.slice(1).entries()) {
    expect(risk).toBeGreaterThan(points[index]?.[0] ?? 0);
    expect(loss).toBeLessThan(points[index]?.[1] ?? 0);
  }
  expect(rows.some((row) => row.startsWith("Safe Harbor (census of 2000),"))).toBe(true);
  expect((await download(page, "Save as SVG")).bytes.toString()).toContain("<svg");
  expect((await download(page, "Save as PNG")).bytes.subarray(1, 4).toString()).toBe("PNG");

  const line = chart(page).locator(".line-best");
  const before = await line.getAttribute("d");
  await step(page).getByRole("button", { name: "Powers of ten" }).click();
  await expect(line).not.toHaveAttribute("d", before ?? "");
  await step(page).getByRole("button", { name: "Below 10 %" }).click();
  await expect(step(page).getByRole("button", { name: "Below 10 %" })).toHaveAttribute("aria-pressed", "true");
  const box = await chart(page).boundingBox();
  if (box === null) throw new Error("the chart has no box");
  await page.mouse.move(box.x + 200, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 120);
  await page.mouse.up();
  await expect(step(page).getByRole("button", { name: "Below 10 %" })).toHaveAttribute("aria-pressed", "false");
  await page.mouse.click(box.x + 250, box.y + 100);
  await expect(step(page).getByRole("heading", { name: /^The policy of risk/ })).toBeVisible();
});

test("a population is loaded, and a file without the columns is refused in words", async ({ page }) => {
  await openFrontier(page);
  await choose(page, "Load a population…", [{ name: "people.csv", text: population() }]);
  await expect(step(page).getByText(/Risk is counted in the population of/)).toBeVisible();
  await step(page).getByRole("button", { name: "Search anew" }).click();
  await expect(step(page).getByText(/20,000 policies of 2 to the power/)).toBeVisible({ timeout: 60_000 });
  await expect(chart(page)).toHaveAttribute("aria-label", /risk in the population/);
  await choose(page, "Load another…", [{ name: "wrong.csv", text: "zip,count\n37001,5\n" }]);
  await step(page).getByRole("button", { name: "Search anew" }).click();
  await expect(page.getByRole("alert")).toContainText("`age`");
});

test("the frontier of the hierarchies is exact by its sweep over k", async ({ page }) => {
  await openFrontier(page);
  await step(page).getByLabel("Policies", { exact: true }).selectOption("full-domain");
  await step(page).getByRole("button", { name: "Search anew" }).click();
  await expect(step(page).getByText("Exact", { exact: true })).toBeVisible({ timeout: 60_000 });
  await chart(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(step(page).getByText(/No policy of these levels has less risk and loses no more/)).toBeVisible();
  await check(page, "frontier of hierarchies");
});

test("the frontier grows while it is searched, and what is found stays when the search is stopped", async ({
  page,
}) => {
  await open(page, "persons.csv", persons(3000));
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Frontier");
  await searchFrontier(page, 5_000_000);
  const line = chart(page).locator(".line-best");
  await expect(line).toBeVisible({ timeout: 30_000 });
  const first = await line.getAttribute("d");
  await expect(line).not.toHaveAttribute("d", first ?? "", { timeout: 30_000 });
  await step(page).getByRole("button", { name: "Stop the search" }).click();
  await expect(step(page).getByText(/Stopped\./)).toBeVisible();
  await expect(step(page).getByText("Best found")).toBeVisible();
  await expect(line).toBeVisible();
});

test("a policy that leaves an identifier as it is does not pass for Safe Harbor", async ({ page }) => {
  await open(page, "admissions.csv", hospital(400));
  await setRoles(page, {
    patient: "identifier",
    notes: "insensitive",
    dob: "quasi-identifier",
    admitted: "quasi-identifier",
    postcode: "quasi-identifier",
  });
  await goTo(page, "Frontier");
  await searchFrontier(page, 2_000);
  const incomplete = step(page).getByRole("heading", {
    level: 2,
    name: "Safe Harbor (census of 2000), incomplete (postcode, notes)",
  });
  await expect(incomplete).toBeVisible({ timeout: 60_000 });
  const table = step(page).getByRole("group", { name: "The identifiers of Safe Harbor" });
  await expect(table.getByRole("row")).toHaveCount(20);
  await expect(
    table.getByRole("row", { name: /dob the year alone; those of 90 and more are one group/ }),
  ).toBeVisible();
  await expect(table.getByRole("row", { name: /patient left out/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /postcode not recognised: kept as it is/ })).toBeVisible();
  await step(page)
    .getByRole("button", { name: /^Look at Safe Harbor/ })
    .click();
  await expect(step(page).getByText(/This policy cannot be taken/)).toBeVisible();
  const take = step(page).getByRole("button", { name: "Take this policy for the release" });
  await expect(take).toHaveCount(0);
  await check(page, "Safe Harbor, incomplete");
  // What the rule leaves of a date is its year, also where no one else was born in it.
  const head = await step(page).locator("#frontier-head").getByRole("row").allInnerTexts();
  const births = head.flatMap((row) => /\/(\d{4})\s*→\s*(\S+)\s/.exec(row)?.slice(1) ?? []);
  expect(births.length).toBeGreaterThan(10);
  for (let at = 0; at < births.length; at += 2)
    expect(births[at + 1]).toBe(Number(births[at]) < 1934 ? "<1934" : births[at]);

  await table.getByRole("button", { name: "It is none of these: postcode" }).click();
  await expect(
    step(page).getByRole("heading", { level: 2, name: "Safe Harbor (census of 2000), incomplete (notes)" }),
  ).toBeVisible();
  await expect(table.getByRole("row", { name: /you said that it is none of these/ })).toBeVisible();
  await table.getByRole("button", { name: "It is none of these: notes" }).click();
  await expect(
    step(page).getByRole("heading", { level: 2, name: "Safe Harbor (census of 2000)", exact: true }),
  ).toBeVisible();
  await expect(take).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(
    step(page).getByRole("heading", { level: 2, name: "Safe Harbor (census of 2000), incomplete (notes)" }),
  ).toBeVisible();
});

for (const [what, change] of [
  ["a population", (page: Page) => choose(page, "Load a population…", [{ name: "people.csv", text: population() }])],
  [
    "another kind of policies",
    (page: Page) => step(page).getByLabel("Policies", { exact: true }).selectOption("full-domain"),
  ],
] as const) {
  test(`${what} ends the search under the settings before, whose picture stays as an old one`, async ({ page }) => {
    await open(page, "persons.csv", persons(3000));
    await setRoles(page, PERSON_ROLES);
    await goTo(page, "Frontier");
    await searchFrontier(page, 50_000_000);
    await expect(chart(page).locator(".line-best")).toBeVisible({ timeout: 30_000 });
    const bar = page.getByRole("region", { name: "Run" });
    await expect(bar.getByRole("button", { name: "Cancel" })).toBeVisible();
    await change(page);
    await expect(bar).toHaveCount(0);
    await expect(step(page).getByRole("button", { name: "Stop the search" })).toHaveCount(0);
    await expect(step(page).getByText("The settings have changed since the last frontier.")).toBeVisible();
    await expect(step(page).locator(".stale .line-best")).toBeVisible();
    await step(page).getByRole("button", { name: "Search anew" }).click();
    await expect(step(page).locator(".stale")).toHaveCount(0);
    // Of few policies the search is over before anybody can stop it; either way its own picture is drawn.
    await expect(chart(page).locator(".line-best")).toBeVisible({ timeout: 30_000 });
    await expect(step(page).getByText("The settings have changed since the last frontier.")).toHaveCount(0);
  });
}
