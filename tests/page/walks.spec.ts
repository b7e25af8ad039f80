/**
 * Five files as institutions have them, each from the door to its release by what the page proposes.
 *
 * The labels of the release are held against the file by `meaning.ts`.
 */

import { expect, type Page, test } from "@playwright/test";
import { choose, download, goTo, run, setRole } from "./job";
import { holds, type Meaning } from "./meaning";
import { cells, claims, hospital, students, survey, trips } from "./own-files";

interface Walk {
  readonly name: string;
  readonly text: string;
  readonly delimiter?: string;
  /** Roles that the user sets after the suggestions. */
  readonly roles?: Readonly<Record<string, string>>;
  /** What the values of the quasi-identifiers mean; those that are not named are texts. */
  readonly meanings: Readonly<Record<string, Meaning>>;
  /** Columns that must not be published. */
  readonly never: readonly string[];
}

const WALKS: readonly Walk[] = [
  {
    name: "hospital",
    text: hospital(1500),
    meanings: { dob: "dd/MM/yyyy", admitted: "dd/MM/yyyy" },
    never: ["patient", "notes"],
  },
  {
    name: "claims",
    text: claims(1500),
    meanings: { birth_date: "MM/dd/yyyy", admit_date: "MM/dd/yyyy", discharge_date: "MM/dd/yyyy" },
    never: ["claim_id", "member_id", "provider_npi"],
  },
  {
    name: "survey",
    text: survey(1500),
    delimiter: ";",
    roles: { satisfacción: "insensitive", estudios: "insensitive" },
    meanings: { edad: "number", sexo: "number", ingresos: "decimal comma" },
    never: ["id_encuesta"],
  },
  {
    name: "students",
    text: students(1500),
    meanings: { born: "d MMM yyyy", entry_year: "number" },
    never: ["student_no", "first_name", "last_name", "email"],
  },
  {
    name: "trips",
    text: trips(1500),
    meanings: { started: "yyyy-MM-dd", ended: "yyyy-MM-dd", age_band: "band" },
    never: ["trip", "start_lat", "start_lon"],
  },
];

/** Counts what a hand does: clicks, and keys. */
async function countActions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { actions: number };
    counted.actions = 0;
    for (const kind of ["click", "keydown"])
      window.addEventListener(kind, (event) => (counted.actions += event.isTrusted ? 1 : 0), true);
  });
  return () => page.evaluate(() => (window as unknown as { actions: number }).actions);
}

for (const { name, text, delimiter = ",", roles = {}, meanings, never } of WALKS)
  test(`a ${name} file is released as what it means, and nothing that nobody looked at`, async ({ page }) => {
    const began = Date.now();
    const actions = await countActions(page);
    await page.goto("/");
    await choose(page, /^Open a file/, [{ name: `${name}.csv`, text }]);
    await expect(page.getByRole("heading", { level: 1, name: `${name}.csv` })).toBeVisible();
    await goTo(page, "Roles");
    await page.getByRole("button", { name: "Use the suggestions" }).click();
    for (const [column, role] of Object.entries(roles)) await setRole(page, column, role);
    await expect(page.getByRole("group", { name: "Columns to decide" })).toHaveCount(0);

    // Every proposal is looked at.
    await goTo(page, "Hierarchies");
    const quasiIdentifiers: string[] = [];
    const picks = page.getByRole("navigation", { name: "Quasi-identifiers" }).getByRole("button");
    for (const pick of await picks.all()) {
      quasiIdentifiers.push((await pick.innerText()).split("\n")[0]?.trim() ?? "");
      await pick.click();
    }
    await run(page);

    await goTo(page, "Release");
    const untouched = page.getByRole("region", { name: "Published untouched" });
    const ticks = await untouched.getByRole("checkbox").all();
    if (ticks.length > 0)
      await expect(page.getByRole("button", { name: "Write and verify", exact: true })).toBeDisabled();
    const confirmed: string[] = [];
    for (const tick of ticks) {
      const row = tick.locator("xpath=ancestor::tr[1]");
      confirmed.push((await row.getByRole("rowheader").first().innerText()).split("\n")[0]?.trim() ?? "");
      await tick.check();
    }
    await page.getByRole("button", { name: "Write and verify", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Verified: every claim that can be checked holds" })).toBeVisible({
      timeout: 30_000,
    });
    test.info().annotations.push({
      type: "walk",
      description: `${name}: ${await actions()} actions, ${((Date.now() - began) / 1000).toFixed(1)} s`,
    });

    const released = cells((await download(page, /^Release, CSV/)).bytes.toString("utf8"), delimiter);
    const original = cells(text, delimiter);
    const [header = []] = released;
    const [given = []] = original;
    expect(released.length).toBe(original.length);
    for (const column of never) expect(header).not.toContain(column);
    for (const [at, column] of header.entries()) {
      const from = given.indexOf(column);
      const pairs = released
        .slice(1)
        .map((row, record) => [row[at] ?? "", original[record + 1]?.[from] ?? ""] as const);
      // What identifies in combination is k-anonymous also where the policy leaves it as it is.
      const isUntouched = pairs.every(([label, value]) => label === value);
      if (isUntouched) expect([...confirmed, ...quasiIdentifiers], `${column} is published as it is`).toContain(column);
      const untrue = pairs.filter(([label, value]) => !holds(label, value, meanings[column] ?? "text"));
      expect(untrue, `labels of ${column} that do not hold their values`).toEqual([]);
    }

    // Specifications, not values: nothing that stands in the file stands in the recipe, but bands of several widths,
    // which no rule joins. The page and the recipe tell that such a hierarchy lists values.
    const isBand = (column: number) => meanings[given[column] ?? ""] === "band";
    const recipe = (await download(page, "Recipe, JSON")).bytes.toString("utf8");
    const values = new Set(
      original.slice(1).flatMap((row) => row.filter((value, column) => value.length > 4 && !isBand(column))),
    );
    expect([...values].filter((value) => recipe.includes(`"${value}"`))).toEqual([]);
  });
