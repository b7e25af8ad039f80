/** Two workbenches in one document: the page's own, and one that a script has put beside it. */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, drop, figure, goTo, PERSON_ROLES, run, setRoles, write } from "./job";
import { persons, wide, wideRecipe } from "./table";

const own = (page: Page) => page.locator("kanon-workbench[owns-page]");
const school = (page: Page) => page.locator("kanon-workbench[instance=school]");

/** Puts a workbench beside the page's own; without a name it keeps nothing. */
async function putBeside(page: Page, name: string | null): Promise<void> {
  await page.evaluate((instance) => {
    const second = document.createElement("kanon-workbench");
    if (instance !== null) second.setAttribute("instance", instance);
    document.body.append(second);
  }, name);
}

/** Ids that stand more than once, and references that lead nowhere or to another workbench. */
function misled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    const names = ["for", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-activedescendant"];
    const lost = names.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((element) =>
        (element.getAttribute(name) ?? "")
          .split(" ")
          .filter((id) => {
            const target = document.getElementById(id);
            const isFuture = name === "aria-activedescendant" && target === null;
            return !isFuture && target?.closest("kanon-workbench") !== element.closest("kanon-workbench");
          })
          .map((id) => `${name} ${id}`),
      ),
    );
    return [...twice, ...lost];
  });
}

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await putBeside(page, "school");
});

async function openIn(page: Page, where: Locator, name: string, text: string): Promise<void> {
  await choose(page, /^Open a file/, [{ name, text }], where);
  await expect(where.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("each does the whole job with its own file, and shows its own result", async ({ page }) => {
  test.setTimeout(120_000);
  await openIn(page, own(page), "persons.csv", persons(300));
  await openIn(page, school(page), "pupils.csv", persons(900, 7));
  for (const where of [own(page), school(page)]) await setRoles(where, PERSON_ROLES);
  for (const where of [own(page), school(page)]) await run(where);
  const losses = await Promise.all([own(page), school(page)].map((where) => figure(where, "loss", "now")));
  expect(losses[0]).not.toBe(losses[1]);
  expect(await misled(page)).toEqual([]);
  await check(page, "two policies");

  for (const where of [own(page), school(page)]) await write(where);
  expect(await misled(page)).toEqual([]);
  await check(page, "two releases");
  for (const [where, name, records] of [
    [own(page), "persons", 300],
    [school(page), "pupils", 900],
  ] as const) {
    const { name: file, bytes } = await download(page, /^Release, CSV/, where);
    expect(file).toBe(`${name}.release.csv`);
    expect(bytes.toString().trimEnd().split("\n")).toHaveLength(records + 1);
  }
  await expect(page).toHaveTitle("Release · persons.csv · Kanon");

  // The scores are those that each shows alone.
  await page.goto("/");
  await openIn(page, own(page), "pupils.csv", persons(900, 7));
  await setRoles(own(page), PERSON_ROLES);
  await run(own(page));
  expect(await figure(own(page), "loss", "now")).toBe(losses[1]);
});

test("both search at the same time, and one is cancelled without the other", async ({ page }) => {
  const files = (name: string, columns: number, seed: number) => [
    { name: `${name}.kanon.json`, text: wideRecipe(columns) },
    { name: `${name}.csv`, text: wide(3000, columns, seed) },
  ];
  await choose(page, /^Open a file/, files("scores", 8, 5), own(page));
  await choose(page, /^Open a file/, files("marks", 7, 9), school(page));
  for (const [where, name] of [
    [own(page), "scores.csv"],
    [school(page), "marks.csv"],
  ] as const) {
    await expect(where.getByRole("heading", { level: 1, name })).toBeVisible();
    await goTo(where, "Policy");
    await where.getByRole("button", { name: "Run", exact: true }).click();
  }
  const bars = [own(page), school(page)].map((where) => where.getByRole("region", { name: /^Run/ }));
  const [ownBar, schoolBar] = bars;
  if (ownBar === undefined || schoolBar === undefined) throw new Error("there are two bars");
  await expect(ownBar).toContainText("of 5,764,801 policies checked");
  await expect(schoolBar).toContainText("of 823,543 policies checked");
  await expect(schoolBar.getByRole("button", { name: "Cancel" })).toBeVisible();
  await ownBar.getByRole("button", { name: "Cancel" }).click();
  await expect(ownBar).toContainText("Stopped");
  const checked = async () => Number(/([\d,]+) of/.exec(await schoolBar.innerText())?.[1]?.replaceAll(",", ""));
  const before = await checked();
  await expect.poll(checked).toBeGreaterThan(before);
  await expect(schoolBar.getByRole("button", { name: "Cancel" })).toBeVisible();
  expect(await misled(page)).toEqual([]);
});

test("every step before the release stands in both without an id twice, and is without findings", async ({ page }) => {
  test.setTimeout(120_000);
  for (const where of [own(page), school(page)]) {
    await where.getByRole("button", { name: /^Try the sample/ }).click();
    await expect(where.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
  }
  for (const step of ["Open", "Roles", "Hierarchies", "Policy", "Frontier", "Uniques", "Review"] as const) {
    for (const where of [own(page), school(page)]) {
      await goTo(where, step);
      await expect(where.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await expect.poll(() => misled(page)).toEqual([]);
    await check(page, `two of ${step}`);
  }
});

test("keys go to the workbench with the focus, and to the page's own from outside", async ({ page }) => {
  await openIn(page, own(page), "persons.csv", persons(300));
  await openIn(page, school(page), "pupils.csv", persons(200, 7));
  await school(page).getByRole("button", { name: "Go on to the roles" }).focus();
  await page.keyboard.press("Alt+8");
  await expect(school(page).getByRole("heading", { level: 1, name: "Review" })).toBeVisible();
  await expect(own(page).getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Alt+2");
  await expect(own(page).getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
  await expect(school(page).getByRole("heading", { level: 1, name: "Review" })).toBeVisible();

  // What is said is said by the workbench that it is of.
  await school(page).getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Control+z");
  await expect(school(page).locator(":scope > .unseen")).toContainText(["Undone: open pupils.csv"]);
  await expect(own(page).locator(":scope > .unseen")).not.toContainText(["Undone"]);
  await expect(own(page).getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
});

test("a file is opened where it is dropped, and a dialog belongs to where it was asked for", async ({ page }) => {
  await drop(page, [{ name: "pupils.csv", text: persons(200, 7) }], school(page).locator(".work"));
  await expect(school(page).getByRole("heading", { level: 1, name: "pupils.csv" })).toBeVisible();
  await expect(own(page).getByRole("button", { name: /^Open a file/ })).toBeVisible();
  await expect(page).toHaveTitle("Kanon");

  await drop(page, [{ name: "persons.csv", text: persons(300) }], page.locator("body"));
  await expect(own(page).getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
  await expect(school(page).getByRole("heading", { level: 1, name: "pupils.csv" })).toBeVisible();
  await expect(page).toHaveTitle("Open · persons.csv · Kanon");

  await school(page).getByRole("button", { name: "Keys" }).click();
  await expect(school(page).getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await own(page)
    .getByRole("button", { name: /since load$/ })
    .click();
  await expect(own(page).getByRole("dialog").locator("[data-requests]")).toHaveText("0");
});

test("settings are kept apart, theme and address are the page's, and without a name nothing is kept", async ({
  page,
}) => {
  await putBeside(page, null);
  const nameless = page.locator("kanon-workbench:not([owns-page]):not([instance])");
  await openIn(page, own(page), "persons.csv", persons(300));
  await setRoles(own(page), { age: "quasi-identifier" });
  await openIn(page, school(page), "pupils.csv", persons(200, 7));
  await setRoles(school(page), { zip: "quasi-identifier" });
  await openIn(page, nameless, "others.csv", persons(100, 3));
  await setRoles(nameless, { sex: "quasi-identifier" });
  const kept = () => page.evaluate(() => Object.entries({ ...localStorage }).sort());
  await expect.poll(async () => (await kept()).map(([key]) => key)).toEqual(["kanon.recipe", "kanon.school.recipe"]);
  const [[, ofOwn], [, ofSchool]] = (await kept()) as [[string, string], [string, string]];
  const known = (text: string, column: string) => {
    const { columns } = JSON.parse(JSON.parse(text).recipe);
    return columns[column]?.role === "quasi-identifier";
  };
  expect([known(ofOwn, "age"), known(ofOwn, "zip"), known(ofSchool, "zip")]).toEqual([true, false, true]);
  expect([known(ofOwn, "sex"), known(ofSchool, "sex")]).toEqual([false, false]);
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveCount(1);

  await page.goto("about:blank");
  await page.goto("/#sample");
  await putBeside(page, "school");
  await expect(own(page).getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
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
