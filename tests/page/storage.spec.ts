/** What stays on the device after the tab is closed: settings, and no value of the table. */

import { expect, type Page, test } from "@playwright/test";
import { choose, download, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { FIRST, LONG } from "./marks";
import { persons } from "./table";

const storage = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

/** One value of each column that only one record holds, and that no setting would make up. */
const CANARIES: Readonly<Record<string, string>> = {
  town: "canary-town",
  job: "canary job",
  born: "1901-02-03",
  weight: "98765.4",
  visits: "4711",
  code: "QX71Z",
};

/** Columns that get a hierarchy of every kind: few texts, many texts, days, decimals, few numbers, codes. */
function canaries(): string {
  const rows = Array.from({ length: 200 }, (_, at) =>
    [
      `town ${at % 5}`,
      `job ${at % 40}`,
      `19${50 + (at % 40)}-0${1 + (at % 9)}-1${at % 9}`,
      `${60 + (at % 50) / 2}`,
      at % 7,
      `AB${100 + (at % 90)}`,
    ].join(","),
  );
  return [Object.keys(CANARIES).join(","), Object.values(CANARIES).join(","), ...rows].join("\n");
}

async function holdsNone(page: Page): Promise<void> {
  const kept = await storage(page);
  for (const canary of Object.values(CANARIES)) expect(kept).not.toContain(canary);
}

test("no value of the table is kept, in whatever role and kind its column is", LONG, async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, "canaries.csv", canaries());
  const all = (role: string) => Object.fromEntries(Object.keys(CANARIES).map((column) => [column, role]));
  for (const role of ["identifier", "sensitive", "insensitive", "quasi-identifier"]) {
    await setRoles(page, all(role));
    await expect.poll(() => storage(page)).toContain(role);
    await holdsNone(page);
  }
  await goTo(page, "Hierarchies");
  const list = page.getByRole("navigation", { name: "Quasi-identifiers" });
  for (const column of Object.keys(CANARIES)) {
    await list.getByRole("button", { name: new RegExp(`^${column}`) }).click();
    const kind = page.getByLabel("Kind of hierarchy");
    for (const value of ["groups", "mask", "rows"]) {
      await kind.selectOption(value);
      await expect(kind).toHaveValue(value);
      await expect(page.getByRole("navigation", { name: "Steps" })).toContainText(
        /6 hierarchies cover the data|[0-5]\/6/,
      );
      await holdsNone(page);
    }
  }
  await setRoles(page, all("identifier"));
  await holdsNone(page);
});

/** Has the education's hierarchy list its values. */
async function listEducation(page: Page): Promise<void> {
  await goTo(page, "Hierarchies");
  await page
    .getByRole("navigation", { name: "Quasi-identifiers" })
    .getByRole("button", { name: /^education/ })
    .click();
  await page.getByLabel("Kind of hierarchy").selectOption("rows");
  await expect(page.getByLabel("Kind of hierarchy")).toHaveValue("rows");
}

test("settings come back without their lists of values, which are suggested anew", async ({ page }) => {
  const table = persons(300);
  await open(page, "persons.csv", table);
  await setRoles(page, PERSON_ROLES);
  await listEducation(page);
  await expect.poll(() => storage(page)).toContain("education");
  await open(page, "persons.csv", table);
  await expect(page.getByText("Lists of values were not kept: education will get suggestions.")).toBeVisible();
  await page.getByRole("button", { name: "Use them here" }).click();
  await expect(page.getByRole("navigation", { name: "Steps" })).toContainText(
    /4 hierarchies cover the data|not looked at/,
  );
  await goTo(page, "Hierarchies");
  await page
    .getByRole("navigation", { name: "Quasi-identifiers" })
    .getByRole("button", { name: /^education/ })
    .click();
  await expect(page.getByLabel("Kind of hierarchy")).toHaveValue("given");
});

test(
  "a saved recipe names the columns whose values it lists, and can be saved without them",
  FIRST,
  async ({ page }) => {
    await open(page, "persons.csv", persons(300));
    await setRoles(page, PERSON_ROLES);
    await listEducation(page);
    await page.getByText("Recipe", { exact: true }).click();
    const whole = await download(page, "Save the recipe");
    expect(whole.bytes.toString()).toContain("bachelor");
    await expect(page.getByText("The saved recipe lists the values of education.")).toBeVisible();
    const bare = await download(page, "Save it without values");
    for (const value of ["bachelor", "primary"]) expect(bare.bytes.toString()).not.toContain(value);
    await page.getByText("Recipe", { exact: true }).click();
    await choose(page, "Load a recipe", [{ name: "bare.kanon.json", text: bare.bytes }]);
    await expect(page.getByText("The recipe bare.kanon.json is applied.")).toBeVisible();
  },
);

const BROKEN: readonly { what: string; text: string }[] = [
  { what: "no JSON", text: "{ kanon" },
  { what: "null", text: "null" },
  { what: "a number for a column", text: '{"kanon":1,"columns":{"age":5}}' },
  { what: "an unknown role", text: '{"kanon":1,"columns":{"age":{"role":"nonsense"}}}' },
  {
    what: "a hierarchy of a wrong type",
    text: '{"kanon":1,"columns":{"age":{"role":"quasi-identifier","hierarchy":7}}}',
  },
  {
    what: "an unknown measure",
    text: '{"recipe":"{\\"kanon\\":1,\\"columns\\":{},\\"loss\\":{\\"measure\\":\\"x\\"}}","without":[]}',
  },
  { what: "a later version", text: '{"kanon":2,"columns":{}}' },
];

for (const { what, text } of BROKEN) {
  test(`kept settings with ${what} are removed with a word, and the page works`, async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto("/");
    await page.evaluate((kept) => {
      localStorage.setItem("kanon.recipe", kept);
      localStorage.setItem("kanon.pins", '[{"columns":[5],"levels":["x"],"note":"n"}]');
      localStorage.setItem("kanon.preferences", '{"theme":7,"workers":"many","singleKeys":null}');
    }, text);
    await open(page, "persons.csv", persons(300));
    await expect(page.getByText("Settings that were kept on this device cannot be read any more")).toBeVisible();
    expect(await storage(page)).not.toContain("kanon.recipe");
    await setRoles(page, { age: "quasi-identifier" });
    await run(page);
    expect(errors).toEqual([]);
  });
}

test("what an earlier version kept is taken over without its values", async ({ page }) => {
  await page.goto("/");
  const rows = [
    ["primary", "*"],
    ["canary-77", "*"],
  ];
  const columns = { education: { role: "quasi-identifier", hierarchy: { rows } }, age: { role: "quasi-identifier" } };
  await page.evaluate((kept) => localStorage.setItem("kanon.recipe", kept), JSON.stringify({ kanon: 1, columns }));
  await page.reload();
  await expect(page.getByText("The settings of your last study are kept on this device")).toBeVisible();
  expect(await storage(page)).not.toContain("canary-77");
  await choose(page, /^Open a file/, [{ name: "persons.csv", text: persons(300) }]);
  await page.getByRole("button", { name: "Use them here" }).click();
  await run(page);
});
