/**
 * Exhibits on somebody else's site (`exhibits.ts`), which is strict about scripts.
 *
 * Nothing is fetched and nothing moves, even on a page that arrives slowly. Without a script, and in print, an exhibit
 * can still be read.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { Site, Studio } from "./exhibits";
import { LONG } from "./marks";

const studio = new Studio();
const site = new Site();
let address = "";
const OLA = ["--algorithm", "ola"] as const;
const snippets: Record<string, string> = {};

test.beforeAll(async () => {
  studio.kanon("sample", "--records", "3000");
  const recipe = join(studio.folder, "hospital.kanon.json");
  const settings = JSON.parse(readFileSync(recipe, "utf8"));
  // A short search: rules for everyone are slow to check on hundreds of points.
  writeFileSync(recipe, JSON.stringify({ ...settings, frontier: { ...settings.frontier, policies: 1000 } }));
  studio.kanon("frontier", "hospital.csv", "--recipe", "hospital.kanon.json", "--report", "frontier.json");
  snippets.frontier = studio.kanon("exhibit", "frontier", "--report", "frontier.json");
  const [release, report] = ["release.csv", "report.json"];
  const files = ["hospital.csv", "--recipe", "hospital.kanon.json", "--publish-unnamed", "--out", release];
  studio.kanon("anonymize", ...files, "--report", report);
  snippets.policy = studio.kanon("exhibit", "policy", "--report", report);
  const table = ["--recipe", "hospital.kanon.json", "--data", "hospital.csv"];
  snippets.hierarchy = studio.kanon("exhibit", "hierarchy", "race", ...table, "--with-values");
  // Three columns, so that there are few policies.
  const few = Object.fromEntries(["age", "sex", "race"].map((name) => [name, settings.columns[name]]));
  const small = { ...settings, frontier: undefined, columns: few, loss: { measure: "precision" } };
  writeFileSync(join(studio.folder, "few.json"), JSON.stringify(small));
  snippets.lattice = studio.kanon("exhibit", "lattice", "--recipe", "few.json", "--data", "hospital.csv");
  snippets.replay = studio.kanon("exhibit", "replay", "--recipe", "few.json", "--data", "hospital.csv", ...OLA);
  address = await site.start();
});
test.afterAll(() => {
  site.stop();
  studio.close();
});

const KINDS = ["frontier", "policy", "hierarchy", "lattice", "replay"] as const;

/** The page with these snippets on it; what goes wrong on it is collected. */
async function open(page: Page, body: string, { early = false, path = "/" } = {}): Promise<string[]> {
  site.body = body;
  site.early = early;
  site.asked.length = 0;
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address + path);
  return wrong;
}

const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
/** How far down the paragraph after the exhibits stands. */
const after = (page: Page) => page.locator("#after").evaluate((element) => element.getBoundingClientRect().top);

for (const kind of KINDS) {
  const element = `kanon-${kind}`;

  test(`${element} is drawn under a strict policy, asks for nothing and moves nothing`, async ({ page }) => {
    for (const early of [true, false]) {
      const wrong = await open(page, snippets[kind] ?? "", { early });
      const exhibit = page.locator(element);
      await expect(exhibit.getByRole("listbox")).toBeVisible();
      expect(await exhibit.getByRole("option").count()).toBeGreaterThan(3);
      const asked = site.asked.length;
      await exhibit.getByRole("option").first().focus();
      for (const key of ["ArrowRight", "End", "Home", "ArrowDown"]) await page.keyboard.press(key);
      await page.waitForTimeout(300);
      expect(await shifts(page)).toEqual([]);
      expect(site.asked.slice(asked)).toEqual([]);
      expect(wrong).toEqual([]);
    }
  });

  test(`${element} takes the room of what is read without it, at any width, and fits in`, LONG, async ({ browser }) => {
    for (const width of [360, 768, 1440, 2560]) {
      const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width, height: 900 } });
      const live = await browser.newPage({ viewport: { width, height: 900 } });
      site.body = snippets[kind] ?? "";
      await plain.goto(address);
      await open(live, snippets[kind] ?? "");
      await expect(live.locator(element).getByRole("listbox")).toBeVisible();
      expect(await after(live)).toBe(await after(plain));
      const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([width, await wider(plain), await wider(live)]).toEqual([width, false, false]);
      const { drawing, table } = await live.locator(element).evaluate((host) => {
        const height = (part: string) =>
          host.shadowRoot?.querySelector(`[part=${part}]`)?.getBoundingClientRect().height ?? 0;
        return { drawing: height("drawing"), table: height("table") };
      });
      expect(drawing).toBeGreaterThan(150);
      expect(table).toBeGreaterThan(100);
      await plain.close();
      await live.close();
    }
  });

  test(`${element} is reached, walked and heard with the keyboard`, async ({ page }) => {
    await open(page, snippets[kind] ?? "");
    const exhibit = page.locator(element);
    await expect(exhibit.getByRole("listbox")).toBeVisible();
    const focused = () =>
      exhibit.evaluate((host) => {
        const active = host.shadowRoot?.activeElement;
        return active?.getAttribute("role") === "option" ? (active.getAttribute("aria-label") ?? "") : "";
      });
    for (let presses = 0; (await focused()) === "" && presses < 12; presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    const first = await focused();
    await page.keyboard.press(kind === "lattice" || kind === "replay" ? "ArrowUp" : "ArrowDown");
    const second = await focused();
    expect(second).not.toBe(first);
    expect(second.length).toBeGreaterThan(10);
    await expect(exhibit.getByRole("option", { selected: true })).toHaveAttribute("aria-label", second);
    await expect(exhibit.locator("[part=sentence]")).toHaveText(second);
    await expect(exhibit.locator("tr[aria-current]")).toHaveCount(kind === "replay" ? 0 : 1);
    expect(await exhibit.locator("[role=option][tabindex='0']").count()).toBe(1);
  });

  test(`${element} can be read by everyone, light and dark`, LONG, async ({ page }) => {
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await open(page, snippets[kind] ?? "");
      await expect(page.locator(element).getByRole("listbox")).toBeVisible();
      await page.locator(element).getByRole("option").first().focus();
      await page.keyboard.press("ArrowRight");
      await check(page, `${element}, ${scheme}`);
    }
    const ground = () =>
      page.locator(element).evaluate((host) => {
        const live = host.shadowRoot?.querySelector(".live");
        return live === null || live === undefined ? "" : getComputedStyle(live).backgroundColor;
      });
    expect(await ground()).toBe("rgb(16, 19, 22)");
    await page.locator(element).evaluate((host) => host.setAttribute("theme", "light"));
    expect(await ground()).toBe("rgb(255, 255, 255)");
  });

  test(`${element} is read without a script, and in print`, async ({ page, browser }) => {
    const plain = await browser.newPage({ javaScriptEnabled: false });
    site.body = snippets[kind] ?? "";
    await plain.goto(address);
    await expect(plain.locator(`${element} > svg`)).toBeVisible();
    await expect(plain.locator(`${element} > table`).first()).toBeVisible();
    expect(await plain.locator(`${element} tbody tr`).count()).toBeGreaterThan(1);
    await check(await plainCopy(page, snippets[kind] ?? ""), `${element} without a script`);
    await plain.close();
    await open(page, snippets[kind] ?? "");
    await expect(page.locator(element).getByRole("listbox")).toBeVisible();
    await expect(page.locator(`${element} > table`).first()).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(`${element} > table`).first()).toBeVisible();
    await expect(page.locator(element).getByRole("listbox")).toBeHidden();
  });

  test(`${element} says what it cannot draw, and leaves what is read without it`, async ({ page }) => {
    const snippet = snippets[kind] ?? "";
    const cases: readonly (readonly [string, string])[] = [
      [snippet.replace('"format":1', '"format":2'), "format 2"],
      [snippet.replace(`"exhibit":"${kind}"`, '"exhibit":"painting"'), "it is a painting"],
      [snippet.replace('{"exhibit"', '{"exhibit'), "it is no JSON"],
      [snippet.replace(/<script.*<\/script>/, ""), "nothing to draw"],
      [snippet.replace(/(<script[^>]*>).*(<\/script>)/, `$1{"exhibit":"${kind}","format":1}$2`), "is no"],
    ];
    for (const [body, words] of cases) {
      const wrong = await open(page, body);
      await expect(page.locator(element).getByRole("alert")).toContainText(words);
      await expect(page.locator(`${element} > table`).first()).toBeVisible();
      expect(wrong).toEqual([]);
    }
  });
}

/** The same without the elements, for a look at what stands there: a page without scripts cannot be looked into. */
async function plainCopy(page: Page, body: string): Promise<Page> {
  await open(page, body.replaceAll("kanon-", "plain-"));
  return page;
}

test("on a page that arrives slowly each is drawn when it is all there, and moves nothing", async ({ page }) => {
  site.pieces = 20;
  const wrong = await open(page, Object.values(snippets).join("<p>Between.</p>"), { early: true });
  site.pieces = 1;
  for (const kind of KINDS) await expect(page.locator(`kanon-${kind}`).getByRole("listbox")).toBeVisible();
  await page.waitForTimeout(300);
  expect(await shifts(page)).toEqual([]);
  expect(wrong).toEqual([]);
});

test("several stand on a page, as a module too, and come and go with it", async ({ page }) => {
  const body = KINDS.map((kind) => snippets[kind]).join("\n") + (snippets.frontier ?? "");
  const wrong = await open(page, body, { path: "/module" });
  const lists = page.getByRole("listbox");
  await expect(lists).toHaveCount(KINDS.length + 1);
  // Sites with instant navigation put new content in without running a script again.
  await page.evaluate(() => {
    const main = document.querySelector("main");
    const held = [...(main?.children ?? [])];
    main?.replaceChildren();
    main?.append(...held);
  });
  await expect(lists).toHaveCount(KINDS.length + 1);
  const first = page.locator("kanon-frontier").first();
  await first.getByRole("option").first().focus();
  await page.keyboard.press("End");
  await expect(first.getByRole("option", { selected: true })).toHaveCount(1);
  expect(wrong).toEqual([]);
});

test("a search is stepped through, drawn back and played, and tells every step", LONG, async ({ page }) => {
  const wrong = await open(page, snippets.replay ?? "");
  const exhibit = page.locator("kanon-replay");
  const recorded = JSON.parse((await exhibit.locator("script").textContent()) ?? "");
  const steps: readonly { said: string; policy: number; state: string }[] = recorded.steps;
  const [place, said] = [exhibit.locator(".place"), exhibit.locator("[part=sentence]")];
  const button = (name: string) => exhibit.getByRole("button", { name, exact: true });
  await expect(place).toHaveText(`0 of ${steps.length}`);
  await button("Step").click();
  await expect(said).toHaveText(`Step 1: ${steps[0]?.said}`);
  await expect(exhibit.locator("tr[aria-current]")).toContainText(steps[0]?.said ?? "");
  await button("Back").click();
  await expect(place).toHaveText(`0 of ${steps.length}`);
  await exhibit.getByRole("slider", { name: "Step" }).focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
  await expect(said).toHaveText(`Step 3: ${steps[2]?.said}`);
  await page.keyboard.press("End");
  await expect(place).toHaveText(`${steps.length} of ${steps.length}`);
  // At the end each policy has the state of its last step, and the ring is around the best one.
  const last = new Map(steps.filter(({ state }) => state !== "best").map(({ policy, state }) => [policy, state]));
  for (const state of ["valid", "not-valid", "excluded"]) {
    const count = [...last.values()].filter((own) => own === state).length;
    await expect(exhibit.locator(`.state.${state}`)).toHaveCount(count);
  }
  await expect(exhibit.locator("rect.best")).toHaveCount(1);
  await button("Play").click();
  await expect(place).toHaveText(`2 of ${steps.length}`);
  await button("Pause").click();
  const paused = await place.textContent();
  await page.waitForTimeout(1500);
  await expect(place).toHaveText(paused ?? "");
  await expect(button("Play")).toBeVisible();
  expect(await shifts(page)).toEqual([]);
  expect(wrong).toEqual([]);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(button("Step")).toBeVisible();
  await expect(button("Play")).toHaveCount(0);
});

test("what is drawn stays where a site puts scripts in anew without their type", async ({ page }) => {
  await open(page, snippets.policy ?? "");
  const exhibit = page.locator("kanon-policy");
  const drawn = () => exhibit.evaluate((element) => element.shadowRoot?.textContent ?? "");
  await expect.poll(drawn).toContain("loss");
  const before = await drawn();
  await exhibit.locator("script").evaluate((script) => {
    const anew = script.cloneNode(true) as Element;
    anew.removeAttribute("type");
    script.replaceWith(anew);
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await drawn()).toBe(before);
  await expect(exhibit.getByRole("alert")).toHaveCount(0);
});
