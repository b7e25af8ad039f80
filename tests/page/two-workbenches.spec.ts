/** Two workbenches in one document that work at the same time, each with its own file, keys and settings. */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { HostSite } from "./embedding";
import { choose, download, drop, figure, goTo, PERSON_ROLES, run, setRoles, write } from "./job";
import { LONG } from "./marks";
import { persons, wide, wideRecipe } from "./table";

const site = new HostSite();
let address = "";
const clinic = (page: Page) => page.locator("kanon-workbench[instance=clinic]");
const school = (page: Page) => page.locator("kanon-workbench[instance=school]");

const element = (attributes: string) =>
  `<kanon-workbench ${attributes} loading="eager" height="860px"></kanon-workbench>`;

test.beforeAll(async () => {
  address = await site.start();
});
test.afterAll(() => site.stop());

/** Ids that stand more than once in their tree, and references that lead nowhere in it. */
function misled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shadows = [...document.querySelectorAll("kanon-workbench")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const names = ["for", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-activedescendant"];
    return [document, ...shadows].flatMap((root) => {
      const ids = [...root.querySelectorAll("[id]")].map(({ id }) => id);
      const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
      const lost = names.flatMap((name) =>
        [...root.querySelectorAll(`[${name}]`)].flatMap((element) =>
          (element.getAttribute(name) ?? "")
            .split(" ")
            .filter((id) => root.getElementById(id) === null && name !== "aria-activedescendant")
            .map((id) => `${name} ${id}`),
        ),
      );
      return [...twice, ...lost];
    });
  });
}

test.beforeEach(async ({ page }) => {
  site.body = element('instance="clinic"') + element('instance="school"');
  await page.goto(address);
});

async function openIn(page: Page, where: Locator, name: string, text: string): Promise<void> {
  await choose(page, /^Open a file/, [{ name, text }], where);
  await expect(where.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("each does the whole job with its own file, and shows its own result", LONG, async ({ page }) => {
  test.setTimeout(120_000);
  await openIn(page, clinic(page), "persons.csv", persons(300));
  await openIn(page, school(page), "pupils.csv", persons(900, 7));
  for (const where of [clinic(page), school(page)]) await setRoles(where, PERSON_ROLES);
  for (const where of [clinic(page), school(page)]) await run(where);
  const losses = await Promise.all([clinic(page), school(page)].map((where) => figure(where, "loss", "now")));
  expect(losses[0]).not.toBe(losses[1]);
  expect(await misled(page)).toEqual([]);
  await check(page, "two policies");

  for (const where of [clinic(page), school(page)]) await write(where);
  expect(await misled(page)).toEqual([]);
  await check(page, "two releases");
  for (const [where, name, records] of [
    [clinic(page), "persons", 300],
    [school(page), "pupils", 900],
  ] as const) {
    const { name: file, bytes } = await download(page, /^Release, CSV/, where);
    expect(file).toBe(`${name}.release.csv`);
    expect(bytes.toString().trimEnd().split("\n")).toHaveLength(records + 1);
  }
  await expect(page).toHaveTitle("Host");

  // The scores are those that each shows alone.
  await page.goto(address);
  await openIn(page, clinic(page), "pupils.csv", persons(900, 7));
  await setRoles(clinic(page), PERSON_ROLES);
  await run(clinic(page));
  expect(await figure(clinic(page), "loss", "now")).toBe(losses[1]);
});

test("both search at the same time, and one is cancelled without the other", async ({ page }) => {
  const files = (name: string, columns: number, seed: number) => [
    { name: `${name}.kanon.json`, text: wideRecipe(columns) },
    { name: `${name}.csv`, text: wide(3000, columns, seed) },
  ];
  await choose(page, /^Open a file/, files("scores", 8, 5), clinic(page));
  await choose(page, /^Open a file/, files("marks", 7, 9), school(page));
  for (const [where, name] of [
    [clinic(page), "scores.csv"],
    [school(page), "marks.csv"],
  ] as const) {
    await expect(where.getByRole("heading", { level: 1, name })).toBeVisible();
    await goTo(where, "Policy");
    await where.getByRole("button", { name: "Run", exact: true }).click();
  }
  const bars = [clinic(page), school(page)].map((where) => where.getByRole("region", { name: /^Run/ }));
  const [clinicBar, schoolBar] = bars;
  if (clinicBar === undefined || schoolBar === undefined) throw new Error("there are two bars");
  await expect(clinicBar).toContainText("of 5,764,801 policies checked");
  await expect(schoolBar).toContainText("of 823,543 policies checked");
  await expect(schoolBar.getByRole("button", { name: "Cancel" })).toBeVisible();
  await clinicBar.getByRole("button", { name: "Cancel" }).click();
  await expect(clinicBar).toContainText("Stopped");
  const checked = async () => Number(/([\d,]+) of/.exec(await schoolBar.innerText())?.[1]?.replaceAll(",", ""));
  const before = await checked();
  await expect.poll(checked).toBeGreaterThan(before);
  await expect(schoolBar.getByRole("button", { name: "Cancel" })).toBeVisible();
  expect(await misled(page)).toEqual([]);
});

test(
  "every step before the release stands in both without an id twice, and is without findings",
  LONG,
  async ({ page }) => {
    test.setTimeout(120_000);
    for (const where of [clinic(page), school(page)]) {
      await where.getByRole("button", { name: /^Try the sample/ }).click();
      await expect(where.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
    }
    for (const step of ["Open", "Roles", "Hierarchies", "Policy", "Frontier", "Uniques", "Review"] as const) {
      for (const where of [clinic(page), school(page)]) {
        await goTo(where, step);
        await expect(where.getByRole("heading", { level: 1 })).toBeVisible();
      }
      await expect.poll(() => misled(page)).toEqual([]);
      await check(page, `two of ${step}`);
    }
  },
);

test("keys go to the workbench with the focus, and to none from outside", async ({ page }) => {
  await openIn(page, clinic(page), "persons.csv", persons(300));
  await openIn(page, school(page), "pupils.csv", persons(200, 7));
  await school(page).getByRole("button", { name: "Go on to the roles" }).focus();
  await page.keyboard.press("Alt+9");
  await expect(school(page).getByRole("heading", { level: 1, name: "Review" })).toBeVisible();
  await expect(clinic(page).getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();

  await page.evaluate(() => {
    const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    if (focused instanceof HTMLElement) focused.blur();
  });
  await page.keyboard.press("Alt+2");
  await clinic(page).getByRole("button", { name: "Go on to the roles" }).focus();
  await page.keyboard.press("Alt+2");
  await expect(clinic(page).getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
  await expect(school(page).getByRole("heading", { level: 1, name: "Review" })).toBeVisible();

  // What is said is said by the workbench that it is of.
  await school(page).getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Control+z");
  await expect(school(page).locator("kanon-app > .unseen")).toContainText(["Undone: open pupils.csv"]);
  await expect(clinic(page).locator("kanon-app > .unseen")).not.toContainText(["Undone"]);
  await expect(clinic(page).getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
});

test("a file is opened where it is dropped, and a dialog belongs to where it was asked for", async ({ page }) => {
  await drop(page, [{ name: "pupils.csv", text: persons(200, 7) }], school(page).locator(".work"));
  await expect(school(page).getByRole("heading", { level: 1, name: "pupils.csv" })).toBeVisible();
  await expect(clinic(page).getByRole("button", { name: /^Open a file/ })).toBeVisible();

  await drop(page, [{ name: "others.csv", text: persons(10) }], page.locator("body"));
  await drop(page, [{ name: "persons.csv", text: persons(300) }], clinic(page).locator(".work"));
  await expect(clinic(page).getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
  await expect(school(page).getByRole("heading", { level: 1, name: "pupils.csv" })).toBeVisible();

  await school(page).getByRole("button", { name: "Keys" }).click();
  await expect(school(page).getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await clinic(page)
    .getByRole("button", { name: /since start$/ })
    .click();
  await expect(clinic(page).getByRole("dialog").locator("[data-requests]")).toHaveText("0");
  // What the page around does is not Kanon's to promise.
  await expect(clinic(page).getByRole("dialog")).toContainText("This page is not Kanon's");
  await expect(clinic(page).getByRole("dialog")).not.toContainText("Nothing leaves this device");
});

test("settings are kept apart, and without a name nothing is kept", async ({ page }) => {
  site.body += element("");
  await page.goto(address);
  const nameless = page.locator("kanon-workbench:not([instance])");
  await openIn(page, clinic(page), "persons.csv", persons(300));
  await setRoles(clinic(page), { age: "quasi-identifier" });
  await openIn(page, school(page), "pupils.csv", persons(200, 7));
  await setRoles(school(page), { zip: "quasi-identifier" });
  await openIn(page, nameless, "others.csv", persons(100, 3));
  await setRoles(nameless, { sex: "quasi-identifier" });
  const kept = () => page.evaluate(() => Object.entries({ ...localStorage }).sort());
  await expect
    .poll(async () => (await kept()).map(([key]) => key))
    .toEqual(["kanon.clinic.recipe", "kanon.school.recipe"]);
  const [[, ofClinic], [, ofSchool]] = (await kept()) as [[string, string], [string, string]];
  const known = (text: string, column: string) => {
    const { columns } = JSON.parse(JSON.parse(text).recipe);
    return columns[column]?.role === "quasi-identifier";
  };
  expect([known(ofClinic, "age"), known(ofClinic, "zip"), known(ofSchool, "zip")]).toEqual([true, false, true]);
  expect([known(ofClinic, "sex"), known(ofSchool, "sex")]).toEqual([false, false]);
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveCount(0);

  await page.reload();
  await expect(school(page).getByText("The settings of your last study are kept on this device")).toBeVisible();
  await expect(school(page).getByRole("button", { name: /^Open a file/ })).toBeVisible();
});

test("a workbench that is moved goes on, and one that is taken away ends its workers", async ({ page }) => {
  await openIn(page, school(page), "pupils.csv", persons(200, 7));
  const running = () => page.workers().length;
  await expect.poll(running).toBe(2);
  await school(page).evaluate((element) => document.body.prepend(element));
  await setRoles(school(page), PERSON_ROLES);
  await run(school(page));
  await school(page).evaluate((element) => element.remove());
  await expect.poll(running).toBe(1);
});
