/**
 * What the values of a column are: dates, numbers with units, times, bands of ages.
 *
 * Kinds are read from all values, chosen by the user where two readings fit, and true in the release.
 */

import { expect, test } from "@playwright/test";
import { download, goTo, open, run, setRoles, write } from "./job";
import { FIRST, LONG } from "./marks";
import { cells, holdsDay, hospital, visits } from "./own-files";

const kindOf = (column: string) => ({ name: `Kind of ${column}`, exact: true }) as const;

test("where two readings of a date fit, none is taken until it is chosen", FIRST, async ({ page }) => {
  await open(page, "visits.csv", visits(600));
  const choice = page.getByRole("group", { name: "What do the values of visit mean?" });
  await expect(choice).toContainText("01/12/2022 is 2022-12-01");
  await expect(choice).toContainText("01/12/2022 is 2022-01-12");
  await expect(page.getByRole("combobox", kindOf("visit"))).toHaveValue("");

  // Nothing is proposed for it as long as nobody has chosen.
  await setRoles(page, { visit: "quasi-identifier", sex: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  const editor = page.locator("kanon-hierarchy-editor");
  await page
    .getByRole("navigation", { name: "Quasi-identifiers" })
    .getByRole("button", { name: /^visit/ })
    .click();
  await expect(editor).toContainText("can be read in more than one way");
  const steps = page.getByRole("navigation", { name: "Steps" });
  await expect(steps.getByRole("button", { name: /Hierarchies/ })).toContainText("1 column whose kind is to be chosen");
  await expect(page.getByLabel("Kind of hierarchy")).toHaveValue("given");

  await editor.getByRole("button", { name: "date dd/MM/yyyy", exact: true }).click();
  await expect(page.getByLabel("Kind of hierarchy")).toHaveValue("dates");
  await expect(page.getByRole("combobox", kindOf("visit"))).toHaveValue('{"date":{"format":"dd/MM/yyyy"}}');
  await expect(editor).toContainText("2022-12");
  await page.getByRole("combobox", kindOf("visit")).selectOption({ label: "date MM/dd/yyyy" });
  await expect(editor).toContainText("01/12/2022 is 2022-01-12");
  // Changes of one kind that follow each other at once are taken back together.
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("combobox", kindOf("visit"))).toHaveValue("");
});

test("values that are not of the kind that was chosen are listed with their records", async ({ page }) => {
  const lines = visits(400).trim().split("\n");
  await open(page, "visits.csv", `${lines.join("\n")}\nsoon,f,30\nsoon,m,31\n`);
  await expect(page.locator("kanon-column-kind").first()).toContainText(
    "400 of 402 values are dates in the form dd/MM/yyyy or in the form MM/dd/yyyy; this one is not: `soon` (2 records",
  );
  const kind = page.getByRole("combobox", kindOf("visit"));
  await kind.selectOption({ label: "date in another form…" });
  await page.getByLabel("Form of the dates").fill("dd/mm/yyyy");
  await page.getByLabel("Form of the dates").press("Enter");
  await expect(page.getByRole("alert").first()).toContainText("has no month: MMMM or MMM or MM or M");
  await kind.selectOption({ label: "date in another form…" });
  await page.getByLabel("Form of the dates").fill("dd/MM/yyyy");
  await page.getByLabel("Form of the dates").press("Enter");
  const cell = page.locator("kanon-column-kind").first();
  await expect(cell).toContainText("1 value (2 records) is no date dd/MM/yyyy");
  await expect(cell).toContainText("soon");
});

test("a few values that are no numbers stand in the way of groups until it is said what they are", async ({ page }) => {
  const amount = (row: number) => (row % 50 === 7 ? "k. A." : `${row % 90},${row % 4}5 €`);
  const records = Array.from({ length: 400 }, (_, row) => `${amount(row)};${row % 2 === 0 ? "f" : "m"}`);
  await open(page, "kosten.csv", ["betrag;sex", ...records, ""].join("\n"));
  await expect(page.locator("kanon-column-kind").first()).toContainText(
    "392 of 400 values are numbers with a decimal comma and the unit `€`; this one is not: `k. A.` (8 records",
  );
  await setRoles(page, { betrag: "quasi-identifier", sex: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  const pick = page.getByRole("navigation", { name: "Quasi-identifiers" });
  await pick.getByRole("button", { name: /^betrag/ }).click();
  const editor = page.locator("kanon-hierarchy-editor");
  await expect(editor).toContainText(
    "values are numbers with a decimal comma and the unit `€`; this one is not: `k. A.`",
  );
  await editor.getByRole("button", { name: "it means missing: k. A. of betrag" }).click();
  await expect(page.getByRole("combobox", kindOf("betrag"))).toContainText("decimal, decimal comma, €");
  await expect(editor).toContainText("180 numbers from 0.05 to 89.35");
});

test("births in days, months and years are released in spans that hold each of them", LONG, async ({ page }) => {
  const table = hospital(3000);
  await open(page, "admissions.csv", table);
  await expect(page.getByRole("combobox", kindOf("dob"))).toContainText("date dd/MM/yyyy");
  await setRoles(page, {
    patient: "identifier",
    dob: "quasi-identifier",
    sex: "quasi-identifier",
    postcode: "quasi-identifier",
    admitted: "quasi-identifier",
    diagnosis: "sensitive",
    notes: "identifier",
  });
  await goTo(page, "Hierarchies");
  const steps = page.getByRole("navigation", { name: "Steps" });
  await expect(steps.getByRole("button", { name: /Hierarchies/ })).toContainText(/not looked at|\d\/\d/);
  const picks = page.getByRole("navigation", { name: "Quasi-identifiers" }).getByRole("button");
  for (const pick of await picks.all()) await pick.click();
  await expect(steps.getByRole("button", { name: /Hierarchies/ })).toContainText("✓");

  await run(page);
  await write(page);
  const released = cells((await download(page, /^Release, CSV/)).bytes.toString("utf8"));
  const original = cells(table);
  const [header = []] = released;
  const at = (name: string) => header.indexOf(name);
  const from = (name: string) => (original[0] ?? []).indexOf(name);
  expect(released.length).toBe(original.length);
  for (const [row, cells] of released.entries()) {
    if (row === 0) continue;
    for (const column of ["dob", "admitted"]) {
      const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(original[row]?.[from(column)] ?? "") ?? [];
      const label = cells[at(column)] ?? "";
      expect(holdsDay(label, [Number(year), Number(month), Number(day)]), `${label} holds row ${row}`).toBe(true);
    }
    const postcode = cells[at("postcode")] ?? "";
    expect(postcode === "*" || (original[row]?.[from("postcode")] ?? "").startsWith(postcode)).toBe(true);
  }
  // The recipe says how, and holds no value of the table.
  const recipe = (await download(page, "Recipe, JSON")).bytes.toString("utf8");
  expect(recipe).toContain('"dates"');
  for (const value of new Set(
    original.slice(1).flatMap((row) => [row[from("dob")], row[from("admitted")], row[from("postcode")]]),
  ))
    expect(recipe).not.toContain(`"${value}"`);
});

test("times of day, months and postcodes are released in spans that hold each of them", async ({ page }) => {
  const MONTHS = ["January", "February", "March", "April", "May", "June"];
  const record = (row: number) => [
    `${(row * 7) % 12 || 12}:${String((row * 13) % 60).padStart(2, "0")} ${row % 3 === 0 ? "AM" : "PM"}`,
    `${MONTHS[row % 6]} ${2018 + (row % 4)}`,
    `K${row % 3}A ${row % 7}B1`,
  ];
  const records = Array.from({ length: 600 }, (_, row) => record(row));
  const table = ["admitted,seen,home", ...records.map((cells) => cells.join(",")), ""].join("\n");
  await open(page, "clinic.csv", table);
  await expect(page.getByRole("combobox", kindOf("admitted"))).toContainText("time of day");
  await expect(page.getByRole("combobox", kindOf("seen"))).toContainText("date MMMM yyyy");
  await setRoles(page, { admitted: "quasi-identifier", seen: "quasi-identifier", home: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  const pick = async (column: RegExp) =>
    page.getByRole("navigation", { name: "Quasi-identifiers" }).getByRole("button", { name: column }).click();
  const editor = page.locator("kanon-hierarchy-editor");
  await pick(/^admitted/);
  await expect(editor).toContainText("times of day from 00:00 to 23:5");
  await expect(editor).toContainText("06:00-11:59");
  const hours = editor.getByLabel("Hours, level by level");
  await expect(hours).toHaveValue("1, 3, 6, 12");
  await hours.fill("5");
  await hours.press("Enter");
  await expect(editor).toContainText("spans of 5 hours do not go into a day");
  await hours.fill("2, 1O, 12");
  await hours.press("Enter");
  expect(await hours.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe("“1O” is no number.");
  await expect(editor).toContainText("spans of 5 hours do not go into a day");
  await hours.fill("2, 12");
  await hours.press("Enter");
  await expect(editor).toContainText("12 hours");
  await pick(/^seen/);
  await expect(editor).toContainText("2019-Q1");
  await pick(/^home/);
  await expect(editor).toContainText("part before the last space");

  await run(page);
  await write(page);
  const released = cells((await download(page, /^Release, CSV/)).bytes.toString("utf8"));
  expect(released.length).toBe(records.length + 1);
  const minutes = (time: string) => {
    const [hour = NaN, minute = NaN] = time.split(":").map(Number);
    return hour * 60 + minute;
  };
  let coarser = 0;
  for (const [row, [time = "", month = "", home = ""]] of released.slice(1).entries()) {
    const [clock = "", half = ""] = (records[row]?.[0] ?? "").split(" ");
    const [hour = NaN, minute = NaN] = clock.split(":").map(Number);
    const own = (hour % 12) * 60 + minute + (half === "PM" ? 720 : 0);
    const [first = "", last = ""] = time === "*" ? ["0:00", "23:59"] : time.split("-");
    if (time !== records[row]?.[0]) {
      expect(minutes(first) <= own && own <= minutes(last), `${time} holds ${records[row]?.[0]}`).toBe(true);
      coarser += 1;
    }
    const year = (records[row]?.[1] ?? "").slice(-4);
    expect(month === "*" || month.includes(year), `${month} holds ${records[row]?.[1]}`).toBe(true);
    expect(home === "*" || (records[row]?.[2] ?? "").startsWith(home)).toBe(true);
  }
  expect(coarser).toBeGreaterThan(0);
});

test("numbers with a unit and bands of ages are released in intervals that hold each of them", async ({ page }) => {
  const BANDS = ["0-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60-69", "70+"];
  const STAYS = ["0-1 days", "2-3 days", "4-5 days", "6-7 days", "8-9 days", "10+ days"];
  let state = 1;
  const drawn = (n: number) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
  const record = () => [`${50 + drawn(60)} kg`, BANDS[drawn(8)], STAYS[drawn(6)]];
  const records = Array.from({ length: 800 }, () => record().join(","));
  const table = ["weight,age_group,stay", ...records, ""].join("\n");
  await open(page, "clinic.csv", table);
  await expect(page.getByRole("combobox", kindOf("weight"))).toContainText("whole number, kg");
  await setRoles(page, { weight: "quasi-identifier", age_group: "quasi-identifier", stay: "quasi-identifier" });
  await goTo(page, "Hierarchies");
  const pick = async (column: RegExp) =>
    page.getByRole("navigation", { name: "Quasi-identifiers" }).getByRole("button", { name: column }).click();
  const editor = page.locator("kanon-hierarchy-editor");
  await pick(/^weight/);
  await expect(editor).toContainText("60 numbers from 50 to 109");
  await expect(editor).toContainText("50-54 kg");
  await pick(/^age_group/);
  await expect(editor).toContainText("8 bands of numbers from 0 to 69: neighbours are put together");
  await expect(editor).toContainText("0-19");
  await pick(/^stay/);
  await expect(editor).toContainText("0-3 days");

  await run(page);
  await write(page);
  const released = cells((await download(page, /^Release, CSV/)).bytes.toString("utf8"));
  const original = cells(table);
  const borders = (label = ""): [number, number] => {
    if (label === "*") return [-Infinity, Infinity];
    const [first = NaN, last = first] = (label.match(/\d+/g) ?? []).map(Number);
    return [first, /^≥|\+( days)?$/.test(label) ? Infinity : last];
  };
  expect(released.length).toBe(801);
  let coarser = 0;
  for (const [row, [weight, age, stay]] of released.entries()) {
    if (row === 0) continue;
    for (const [label, value] of [
      [weight, original[row]?.[0]],
      [age, original[row]?.[1]],
      [stay, original[row]?.[2]],
    ]) {
      const [outer, inner] = [borders(label), borders(value)];
      expect(outer[0] <= inner[0] && inner[1] <= outer[1], `${value} in ${label}`).toBe(true);
      coarser += label !== value && label !== "*" ? 1 : 0;
    }
    expect(weight === "*" || weight?.endsWith(" kg")).toBe(true);
  }
  expect(coarser).toBeGreaterThan(0);
});
