/**
 * The groups of a hierarchy, changed by hand: by mouse and by keys, each change undone, and written to a file again.
 */

import { expect, type Page, test } from "@playwright/test";
import { choose, download, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { FIRST } from "./marks";
import { hospital } from "./own-files";
import { persons } from "./table";

const CITIES = `city,age\n${["Graz", "Linz", "Wien", "Villach", "Steyr"]
  .flatMap((city, at) => Array.from({ length: 10 * (at + 1) }, (_, age) => `${city},${20 + age}`))
  .join("\n")}\n`;
const REGIONS = "Graz;south;*\nLinz;north;*\nWien;east;*\nVillach;south;*\nSteyr;north;*\n";

async function withRegions(page: Page): Promise<void> {
  await open(page, "cities.csv", CITIES);
  await setRoles(page, { city: "quasi-identifier", age: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  await choose(page, "Import a file", [{ name: "hierarchy_city.csv", text: REGIONS }]);
  await page.getByRole("button", { name: "Replace the hierarchy of city" }).click();
  await expect(level(page, /2: |level 1/)).toBeVisible();
}

const level = (page: Page, name: string | RegExp) => page.getByRole("listbox", { name });
const block = (page: Page, label: string) => page.getByRole("option", { name: new RegExp(`^${label}, `) });

test("a first row that names the levels of an imported hierarchy is taken for that, and said", async ({ page }) => {
  await open(page, "cities.csv", CITIES);
  await setRoles(page, { city: "quasi-identifier", age: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  await choose(page, "Import a file", [
    { name: "hierarchy_city.csv", text: `town;half of the country;all\n${REGIONS}` },
  ]);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("5 rows, 3 levels.");
  await expect(dialog).toContainText("Its first row is taken for the names of the levels: half of the country, all.");
  await page.getByRole("button", { name: "Replace the hierarchy of city" }).click();
  await expect(level(page, /half of the country/)).toBeVisible();
  await expect(block(page, "town")).toHaveCount(0);
});

test("groups of an imported hierarchy are joined, renamed, split and moved by mouse, and undone", async ({ page }) => {
  await withRegions(page);
  await expect(block(page, "north")).toHaveAccessibleName("north, 70 records, 2 values");
  await block(page, "north").click();
  await block(page, "east").click();
  await expect(page.getByText("2 groups of “level 1: 3 groups” chosen")).toBeVisible();
  await page.getByRole("button", { name: "Join", exact: false }).first().click();
  await page.getByLabel("Name of the joined group").fill("north-east");
  await page.getByRole("dialog").getByRole("button", { name: "Join" }).click();
  await expect(block(page, "north-east")).toHaveAccessibleName("north-east, 100 records, 3 values");
  await block(page, "south").click();
  await page.getByRole("button", { name: /^Rename/ }).click();
  await page.getByLabel("Name of the group").fill("Süden");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(block(page, "Süden")).toHaveCount(1);
  await block(page, "Süden").click();
  await page.getByRole("button", { name: /^Split/ }).click();
  await expect(page.getByRole("option", { name: "Graz, 10 records, 1 value" })).toHaveCount(1);
  await page.getByRole("option", { name: "Graz, 10 records", exact: true }).dragTo(block(page, "north-east"));
  await expect(block(page, "north-east")).toHaveAccessibleName("north-east, 110 records, 4 values");
  for (let change = 0; change < 4; change += 1) await page.getByRole("button", { name: "Undo" }).click();
  await expect(block(page, "north")).toHaveAccessibleName("north, 70 records, 2 values");
});

test("the same is done by keys alone, and read aloud", FIRST, async ({ page }) => {
  await withRegions(page);
  await page.getByRole("option", { name: "Graz, 10 records", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(block(page, "south")).toBeFocused();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("2 groups of “level 1: 3 groups” chosen")).toBeVisible();
  await page.keyboard.press("j");
  await page.getByLabel("Name of the joined group").press("Enter");
  await expect(block(page, "south, north")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByLabel("Name of the group").fill("all but east");
  await page.keyboard.press("Enter");
  await expect(block(page, "all but east")).toBeFocused();
  await page.keyboard.press("s");
  await expect(level(page, /level 1/).getByRole("option")).toHaveCount(5);
  await page.keyboard.press("a");
  await expect(level(page, /level 2: 5 groups/)).toBeVisible();
  await page.keyboard.press("l");
  await page.getByLabel("What the level is, in words").fill("city by hand");
  await page.keyboard.press("Enter");
  await expect(level(page, /city by hand/)).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByLabel("To the group")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(level(page, /city by hand/)).toHaveCount(0);
});

test("what cannot be done is refused with its reason, and nothing is changed", async ({ page }) => {
  await withRegions(page);
  await block(page, "south").click();
  await page.getByRole("button", { name: /^Rename/ }).click();
  await page.getByLabel("Name of the group").fill("east");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("level 1 has a group `east` already");
  await expect(block(page, "south")).toHaveCount(1);
  await block(page, "\\*").click();
  await expect(page.getByRole("button", { name: /^Remove the level/ })).toBeDisabled();
});

test("intervals become a hierarchy by hand, which is a file and comes back from it", async ({ page }) => {
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Hierarchies");
  await page.getByRole("navigation", { name: "Quasi-identifiers" }).getByRole("button", { name: /^age/ }).click();
  const first = page.locator("[data-level='1']").first();
  await expect(level(page, /intervals of/).first()).toBeVisible();
  await first.click();
  await page.locator("[data-level='1']").nth(1).click();
  await page.getByRole("button", { name: /^Join/ }).click();
  await page.getByLabel("Name of the joined group").fill("the youngest");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Kind of hierarchy")).toHaveValue("rows");
  await expect(level(page, /intervals of \d+, changed by hand/).first()).toBeVisible();
  const text = (await download(page, "Export as a file")).bytes.toString("utf8");
  expect(text).toMatch(/^\d+;the youngest;.*;\*$/m);
  await choose(page, "Import a file", [{ name: "hierarchy_age.csv", text }]);
  await page.getByRole("button", { name: "Replace the hierarchy of age" }).click();
  await expect(block(page, "the youngest")).toHaveCount(1);
  const again = (await download(page, "Export as a file")).bytes.toString("utf8");
  expect(again).toBe(text);
  await run(page);
});

test("levels are named in words in the answer, the sliders, the neighbours and the lattice", async ({ page }) => {
  await open(page, "admissions.csv", hospital(2000));
  await setRoles(page, {
    patient: "identifier",
    dob: "quasi-identifier",
    sex: "quasi-identifier",
    postcode: "quasi-identifier",
    ethnicity: "insensitive",
    admitted: "insensitive",
    diagnosis: "quasi-identifier",
    cost: "insensitive",
    notes: "identifier",
  });
  await run(page);
  await expect(page.locator(".policy")).toContainText(/year|quarter|month|nothing said|left out/);
  await expect(page.locator(".sliders")).toContainText("as given");
  await expect(page.getByRole("group", { name: "Policies one step finer or coarser" })).toContainText(
    /(finer|coarser): [a-z*]/,
  );
});

test("a column of ten thousand values stays quick: only what is in sight is drawn", async ({ page }) => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `v${String(at).padStart(5, "0")},${at % 7}`);
  await open(page, "many.csv", `code,x\n${lines.join("\n")}\n`);
  await setRoles(page, { code: "quasi-identifier", x: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  await expect(page.getByRole("option", { name: /^v00000, / }).first()).toBeVisible();
  expect(await page.getByRole("option").count()).toBeLessThan(400);
  await page.getByRole("option", { name: "v00000, 1 record" }).focus();
  await page.keyboard.press("End");
  await expect(page.getByRole("option", { name: "v09999, 1 record" })).toBeFocused();
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("j");
  await page.getByLabel("Name of the joined group").fill("the last two");
  const begun = Date.now();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: /^the last two, 2 records, 2 values/ })).toHaveCount(1);
  console.log(`joined in ${Date.now() - begun} ms`);
});

test("columns of which one tells another are pointed at, and linked where they can share their levels", async ({
  page,
}) => {
  const lines = Array.from({ length: 200 }, (_, at) => {
    const day = 1 + (at % 12);
    const stay = at % 9;
    return `2023-05-${String(day).padStart(2, "0")},2023-05-${String(day + stay).padStart(2, "0")},${stay},${at % 2}`;
  });
  await open(page, "stays.csv", `came,went,nights,x\n${lines.join("\n")}\n`);
  await setRoles(page, {
    came: "quasi-identifier",
    went: "quasi-identifier",
    nights: "quasi-identifier",
    x: "insensitive",
  });
  await goTo(page, "Hierarchies");
  await expect(
    page.getByText("In 200 of the first 200 records, `nights` is the days from `came` to `went`"),
  ).toBeVisible();
  await expect(page.getByText("They cannot share a level")).toBeVisible();
  for (const column of ["went", "nights", "came"]) {
    await page
      .getByRole("navigation", { name: "Quasi-identifiers" })
      .getByRole("button", { name: new RegExp(`^${column}`) })
      .click();
    await page.getByLabel("Kind of hierarchy").selectOption("given");
  }
  await page.getByRole("button", { name: "Link came, went and nights" }).click();
  await expect(page.getByText("One tells the other.")).toHaveCount(0);
  await run(page);
  await page.getByText("Advanced settings").click();
  await expect(page.getByLabel("Columns that share a level with nights")).toHaveValue("0");
});
