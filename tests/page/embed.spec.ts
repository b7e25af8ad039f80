/**
 * `<kanon-workbench>` on somebody else's page.
 *
 * That page (`embedding.ts`) has the strictest policy that the workbench works under, and a style sheet that would
 * wreck it. After the start nothing is fetched, nothing around it moves, and no value leaves it.
 */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";

import { check } from "./axe";
import { HostSite, POLICY } from "./embedding";
import { download, goTo, run, write } from "./job";
import { FIRST, LONG } from "./marks";

const site = new HostSite();
let address = "";

test.beforeAll(async () => {
  address = await site.start();
});
test.afterAll(() => site.stop());
test.beforeEach(() => {
  site.asked.length = 0;
  site.altered = "";
  site.policy = POLICY;
});

/** What a page has heard and seen since it was opened. */
interface Heard {
  readonly events: { name: string; detail: unknown }[];
  readonly shifts: number;
  readonly violations: string[];
}

/** Opens the site with this in its page, and listens. */
async function visit(page: Page, body: string, path = "/"): Promise<Locator> {
  site.body = body;
  await page.addInitScript(() => {
    const heard = { events: [] as unknown[], shifts: 0, violations: [] as string[] };
    Object.assign(globalThis, { heard });
    for (const name of ["ready", "opened", "progress", "policy-selected", "released", "error"])
      addEventListener(`kanon-${name}`, (event) => {
        heard.events.push({ name: event.type, detail: (event as CustomEvent<unknown>).detail });
      });
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      heard.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
    new PerformanceObserver((list) => {
      // What the page says of its own content: what moves within a workbench is drawn anew by who reads in it.
      for (const entry of list.getEntries()) {
        const { sources } = entry as unknown as { sources: { node: Node | null }[] };
        heard.shifts += sources.filter(({ node }) => node !== null && node.getRootNode() === document).length;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address + path);
  return page.locator("kanon-workbench").first();
}

const heard = (page: Page): Promise<Heard> => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard);
const named = async (page: Page, name: string): Promise<unknown[]> =>
  (await heard(page)).events.filter((event) => event.name === name).map(({ detail }) => detail);

test("a whole job under the strictest policy: nothing is asked for after the start, nothing moves, no value is told", async ({
  page,
}) => {
  const workbench = await visit(page, '<kanon-workbench sample step="policy"></kanon-workbench>');
  await expect(workbench.getByText(/Starting it loads \d\.\d MB, once/)).toBeVisible();
  expect(site.asked).toEqual(["/", "/site.css", "/kanon-workbench.js"]);
  await check(page, "before the start");
  const place = () => page.locator("#after").evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await place();
  await workbench.getByRole("button", { name: "Start Kanon" }).click();
  await expect(workbench.getByRole("heading", { level: 1, name: "Policy" })).toBeVisible();
  expect(site.asked).toEqual(["/", "/site.css", "/kanon-workbench.js", "/kanon-whole.js"]);
  await run(workbench);
  await write(workbench);
  const { name, bytes } = await download(page, /^Release, CSV/, workbench);
  expect(name).toBe("hospital.release.csv");
  const text = bytes.toString();
  expect(site.asked).toHaveLength(4);
  await expect(workbench.getByRole("button", { name: "0 requests since start" })).toBeVisible();
  await expect(workbench.locator(".top-bar .facts")).toContainText("hospital.csv · 20,000 records");

  const { events, shifts, violations } = await heard(page);
  expect(violations).toEqual([]);
  expect(shifts).toBe(0);
  expect(await place()).toBe(before);
  const names = events.map((event) => event.name).filter((one) => one !== "kanon-progress");
  expect(names).toEqual(["kanon-ready", "kanon-opened", "kanon-policy-selected", "kanon-released"]);
  expect(await named(page, "kanon-opened")).toEqual([{ records: 20_000, columns: 11 }]);
  expect(await named(page, "kanon-released")).toMatchObject([{ records: 20_000, verified: true, bytes: bytes.length }]);
  // Numbers, and of words only what Kanon calls its own work.
  const [header = ""] = text.split("\n");
  const told = JSON.stringify(events);
  for (const column of header.split(",")) expect(told).not.toContain(column);
  const words = events
    .flatMap(({ detail }) => Object.values(detail as object))
    .filter((one) => typeof one === "string");
  expect(words).toEqual(expect.arrayContaining(["reading", "searching", "releasing"]));
  expect(words.filter((word) => !/^(reading|encoding|searching|releasing)$/.test(String(word)))).toEqual([]);

  const blob = await workbench.evaluate(async (element) => {
    const release = await (element as unknown as { exportRelease(): Promise<Blob> }).exportRelease();
    return release.text();
  });
  expect(blob).toBe(text);
  const exhibit = await workbench.evaluate((element) =>
    (element as unknown as { exportExhibit(): Promise<string> }).exportExhibit(),
  );
  expect(exhibit).toMatch(/^<kanon-policy>/);
});

test("a style sheet of the host does not reach in, and that of a workbench not out", async ({ page }) => {
  const three = '<kanon-workbench sample loading="eager" height="700px"></kanon-workbench>'.repeat(2);
  const looks = async (locator: Locator) =>
    locator.evaluate((element) => {
      const { color, fontSize, letterSpacing, textTransform, textAlign, visibility, display, borderTopWidth } =
        getComputedStyle(element);
      return { color, fontSize, letterSpacing, textTransform, textAlign, visibility, display, borderTopWidth };
    });
  const seen: unknown[] = [];
  const outside: unknown[] = [];
  for (const path of ["/", "/wreck"]) {
    await visit(page, three, path);
    const second = page.locator("kanon-workbench").nth(1);
    await expect(second.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
    await second.getByRole("button", { name: "Keys" }).click();
    const parts = [".purpose", ".top-actions .keys", "h1", ".rows th", "dialog", "dialog p, dialog td"];
    seen.push(await Promise.all(parts.map((part) => looks(second.locator(part).first()))));
    outside.push(await looks(page.locator("#after")));
    await page.keyboard.press("Escape");
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(outside[1]).not.toEqual(outside[0]);
  expect(outside[0]).toMatchObject({ color: "rgb(34, 34, 34)", fontSize: "16px", borderTopWidth: "0px" });
  // One sheet for all of them.
  const sheets = await page.evaluate(() => {
    const all = [...document.querySelectorAll("kanon-workbench")].map(
      ({ shadowRoot }) => shadowRoot?.adoptedStyleSheets.at(-1)?.cssRules.length ?? 0,
    );
    const [one, other] = [...document.querySelectorAll("kanon-workbench")];
    return { all, same: one?.shadowRoot?.adoptedStyleSheets.at(-1) === other?.shadowRoot?.adoptedStyleSheets.at(-1) };
  });
  expect(sheets.same).toBe(true);
  expect(sheets.all[0]).toBeGreaterThan(100);
  await expect(page.locator("style")).toHaveCount(0);
});

test(
  "by instant navigation it comes and goes: its workers end with it, and one that is moved goes on",
  LONG,
  async ({ page }) => {
    const workbench = await visit(page, '<kanon-workbench sample step="policy"></kanon-workbench>');
    const start = workbench.getByRole("button", { name: "Start Kanon" });
    const policy = workbench.getByRole("heading", { level: 1, name: "Policy" });
    for (let visits = 0; visits < 3; visits += 1) {
      expect(page.workers()).toHaveLength(0);
      await start.click();
      await expect(policy).toBeVisible();
      await expect.poll(() => page.workers().length).toBe(1);
      await workbench.evaluate((element) => element.parentElement?.prepend(element));
      await expect(policy).toBeVisible();
      await run(workbench);
      // Another page takes the place of this one, and then this one comes back.
      await page.evaluate(() => document.querySelector("main")?.replaceChildren("Another page."));
      await expect.poll(() => page.workers().length).toBe(0);
      await page.evaluate(() => {
        const fresh = document.createElement("kanon-workbench");
        fresh.setAttribute("sample", "");
        fresh.setAttribute("step", "policy");
        document.querySelector("main")?.replaceChildren(fresh);
      });
    }
    expect(site.asked.filter((path) => path === "/kanon-whole.js")).toHaveLength(1);
    expect(await named(page, "kanon-error")).toEqual([]);

    // The same element, taken out and put back, begins anew.
    await start.click();
    await expect(policy).toBeVisible();
    await workbench.evaluate(async (element) => {
      const parent = element.parentElement;
      element.remove();
      await Promise.resolve();
      parent?.append(element);
    });
    await expect(start).toBeVisible();
    await start.click();
    await expect(policy).toBeVisible();
  },
);

test("it takes no focus and scrolls nothing around, and where the reader has started it the focus goes on in it", async ({
  page,
}) => {
  const focused = () =>
    page.evaluate(() => {
      const outer = document.activeElement;
      return (outer?.shadowRoot?.activeElement ?? outer)?.className ?? null;
    });
  const far = (attributes: string) =>
    `<button type="button" class="host">Host</button><div class="far"></div><kanon-workbench sample ${attributes}></kanon-workbench>`;
  const workbench = await visit(page, far('step="policy" loading="eager"'));
  await page.getByRole("button", { name: "Host" }).focus();
  await expect(workbench.getByRole("heading", { level: 1, name: "Policy" })).toBeAttached();
  await workbench.evaluate((element) => element.setAttribute("step", "roles"));
  await expect(workbench.getByRole("heading", { level: 1, name: "Roles" })).toBeAttached();
  expect(await focused()).toBe("host");
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await visit(page, far(""));
  await workbench.getByRole("button", { name: "Start Kanon" }).press("Enter");
  await expect.poll(focused).toBe("work");
  await expect(workbench.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
  await page.keyboard.press("Alt+2");
  await expect(workbench.getByRole("heading", { level: 1, name: "Roles" })).toBeVisible();
  expect(await focused()).toBe("work");
});

test("attributes are heard while it runs, and what cannot change says so", async ({ page }) => {
  const workbench = await visit(
    page,
    '<kanon-workbench sample loading="eager" height="500px" theme="light"></kanon-workbench>',
  );
  await expect(workbench.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
  const set = (name: string, value: string) =>
    workbench.evaluate((element, [key, text]) => element.setAttribute(key, text), [name, value] as const);
  const text = () => workbench.locator("kanon-app").evaluate((element) => getComputedStyle(element).color);
  const light = await text();
  await set("theme", "dark");
  expect(await text()).not.toBe(light);
  await set("height", "600px");
  expect((await workbench.boundingBox())?.height).toBe(600);
  await set("step", "hierarchies");
  await expect(workbench.getByRole("heading", { level: 1, name: "Hierarchies" })).toBeVisible();
  expect(await named(page, "kanon-error")).toEqual([]);

  await set("step", "release");
  await set("step", "nowhere");
  await set("height", "a lot");
  await set("instance", "other");
  await set("loading", "click");
  await workbench.evaluate((element) => element.removeAttribute("sample"));
  expect(await named(page, "kanon-error")).toMatchObject(
    [
      { code: "step", words: /^The step release cannot be shown yet/ },
      { code: "step", words: /^There is no step "nowhere"; the steps are open, roles, / },
      { code: "height" },
      { code: "instance", words: /^The attribute instance holds from the start on/ },
      { code: "loading" },
      { code: "sample" },
    ].map(({ code, ...rest }) =>
      "words" in rest ? { code, words: expect.stringMatching(rest.words ?? "") } : { code },
    ),
  );
  expect((await workbench.boundingBox())?.height).toBe(600);
});

test("a reader of what is read-only looks, searches and saves, and changes nothing", async ({ page }) => {
  const workbench = await visit(
    page,
    '<kanon-workbench sample step="roles" readonly loading="eager"></kanon-workbench>',
  );
  const role = workbench.getByRole("radiogroup", { name: "Role of age", exact: true }).getByRole("radio").first();
  await expect(role).toBeDisabled();
  await expect(workbench.getByText("read-only")).toBeVisible();
  await expect(workbench.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await run(workbench);
  await expect(workbench.getByRole("spinbutton").first()).toBeDisabled();
  await write(workbench);

  const before = await workbench.evaluate((element) =>
    JSON.stringify((element as unknown as { recipe: unknown }).recipe),
  );
  const opened = (await named(page, "kanon-opened")).length;
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["a,b\n1,2\n"], "other.csv"));
    return data;
  });
  await workbench.locator(".work").dispatchEvent("drop", { dataTransfer: transfer });
  await expect(workbench.getByText("The page around shows this file and these settings")).toBeVisible();
  expect(await named(page, "kanon-opened")).toHaveLength(opened);
  expect(
    await workbench.evaluate((element) => JSON.stringify((element as unknown as { recipe: unknown }).recipe)),
  ).toBe(before);

  // The page around may.
  await workbench.evaluate((element) =>
    (element as unknown as { open(file: File): Promise<void> }).open(new File(["a,b\n1,2\n3,4\n"], "other.csv")),
  );
  expect((await named(page, "kanon-opened")).at(-1)).toEqual({ records: 2, columns: 2 });

  await workbench.evaluate((element) => element.removeAttribute("readonly"));
  await expect(workbench.getByRole("button", { name: "Undo" })).toBeVisible();
});

test("a recipe comes from the property, else from the script inside, and is heard when it changes", async ({
  page,
}) => {
  const recipe = (k: number) =>
    JSON.stringify({
      kanon: 1,
      columns: { age: { role: "quasi-identifier" }, sex: { role: "quasi-identifier" } },
      privacy: { k },
    });
  const workbench = await visit(
    page,
    `<kanon-workbench sample step="policy" loading="eager"><script type="application/kanon+json">${recipe(7)}</script></kanon-workbench>`,
  );
  const k = () =>
    workbench.evaluate(
      (element) => (element as unknown as { recipe: { privacy: { k: number } } | null }).recipe?.privacy.k,
    );
  await expect(workbench.getByRole("heading", { level: 1, name: "Policy" })).toBeVisible();
  expect(await k()).toBe(7);
  await workbench.evaluate((element, text) => {
    const [script] = element.children;
    if (script?.firstChild instanceof Text) script.firstChild.data = text;
  }, recipe(9));
  await expect.poll(k).toBe(9);
  await workbench.evaluate((element, text) => Object.assign(element, { recipe: JSON.parse(text) }), recipe(11));
  await expect.poll(k).toBe(11);
  await workbench.evaluate((element, text) => {
    const [script] = element.children;
    if (script?.firstChild instanceof Text) script.firstChild.data = text;
  }, recipe(13));
  await workbench.evaluate(
    (element, text) => Object.assign(element, { recipe: text }),
    '{"kanon":1,"columns":{"SECRET":4}}',
  );
  await expect.poll(async () => (await named(page, "kanon-error")).length).toBe(1);
  expect(JSON.stringify(await named(page, "kanon-error"))).not.toContain("SECRET");
  expect(await k()).toBe(11);
});

test("it starts when it comes into sight, as a module too, and where its script was changed it says that it cannot", async ({
  page,
}) => {
  const far = '<div class="far"></div><kanon-workbench sample loading="visible"></kanon-workbench>';
  const workbench = await visit(page, far, "/module");
  await expect(workbench.getByRole("button", { name: "Start Kanon" })).toBeAttached();
  expect(site.asked).not.toContain("/kanon-whole.js");
  await workbench.scrollIntoViewIfNeeded();
  await expect(workbench.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
  expect(site.asked).toContain("/kanon-whole.js");

  site.altered = ";";
  await visit(page, "<kanon-workbench></kanon-workbench>");
  await workbench.getByRole("button", { name: "Start Kanon" }).click();
  await expect(workbench.getByRole("alert")).toContainText("Kanon could not be loaded");
  expect(await named(page, "kanon-error")).toMatchObject([{ code: "not-loaded" }]);
  site.altered = "";
  await workbench.getByRole("button", { name: "Try again" }).click();
  await expect(workbench.getByRole("button", { name: /^Open a file/ })).toBeVisible();
});

for (const [without, allowed] of [
  ["workers", POLICY.replace("worker-src blob:", "worker-src 'none'")],
  ["WebAssembly", POLICY.replace(" 'wasm-unsafe-eval'", "")],
] as const) {
  test(
    `on a page whose policy refuses ${without} it says so, and does not try again and again`,
    FIRST,
    async ({ page }) => {
      site.policy = allowed;
      const workbench = await visit(page, '<kanon-workbench sample loading="eager"></kanon-workbench>');
      const alert = workbench.getByRole("alert");
      await expect(alert).toContainText("The browser does not let the engine run");
      await expect(alert).toContainText("script-src 'wasm-unsafe-eval' and worker-src blob:");
      expect(await named(page, "kanon-error")).toMatchObject([{ code: "engine-refused" }]);
      await page.waitForTimeout(500);
      expect((await heard(page)).violations.length).toBeLessThan(5);
      const ready = workbench.evaluate((element) => (element as unknown as { ready: Promise<void> }).ready);
      await expect(ready).rejects.toThrow();
    },
  );
}

test("where there is no document, importing and defining it does nothing", FIRST, () => {
  const script = join(__dirname, "../../dist/embed/kanon-workbench.mjs");
  const code = `const before = Object.keys(globalThis).length;
    const { define } = await import(${JSON.stringify(script)}); define(); define();
    console.log([Object.keys(globalThis).length - before, typeof customElements].join(" "));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
  expect(said.trim()).toBe("0 undefined");
});

test("nothing of a file is told, whatever becomes of it", async ({ page }) => {
  const workbench = await visit(page, "<kanon-workbench></kanon-workbench>");
  const open = (text: string) =>
    workbench.evaluate(
      (element, csv) =>
        (element as unknown as { open(file: File): Promise<void> }).open(new File([csv], "Canary-file.csv")),
      text,
    );
  const rows = Array.from({ length: 40 }, (_, row) => `Canary-${row % 4},${20 + (row % 8)}`).join("\n");
  await open(`Canary-column,age\n${rows}\n`);
  await workbench.evaluate((element) =>
    Object.assign(element, {
      recipe: {
        kanon: 1,
        columns: { "Canary-column": { role: "quasi-identifier" }, age: { role: "quasi-identifier" } },
      },
    }),
  );
  await run(workbench);
  // Rows that do not fit, and a recipe for other columns and with a label that is none.
  await open("Canary-column,age\nCanary-1,2,3\nCanary-1\n");
  await workbench.evaluate((element) =>
    Object.assign(element, { recipe: { kanon: 1, columns: { "Canary-other": { role: "Canary-role" } } } }),
  );
  await expect.poll(async () => (await named(page, "kanon-error")).length).toBeGreaterThan(0);
  expect((await named(page, "kanon-opened")).length).toBe(2);
  expect((await named(page, "kanon-policy-selected")).length).toBe(1);
  const told = JSON.stringify((await heard(page)).events);
  expect(told).not.toMatch(/canary/i);
  const attributes = await workbench.evaluate((element) => element.outerHTML);
  expect(attributes).not.toMatch(/canary/i);
});

test("in a column of 360 pixels of a wide page every step fits and is without findings", LONG, async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const workbench = await visit(
    page,
    '<div class="column"><kanon-workbench sample loading="eager" height="640px"></kanon-workbench></div>',
  );
  await expect(workbench.getByRole("heading", { level: 1, name: /hospital/ })).toBeVisible();
  await run(workbench);
  for (const step of ["Open", "Roles", "Hierarchies", "Policy", "Release"] as const) {
    await goTo(workbench, step);
    await expect(workbench.getByRole("heading", { level: 1 })).toBeVisible();
    const room = workbench.locator(".room");
    expect((await workbench.locator(".work").boundingBox())?.width, step).toBeGreaterThan(340);
    expect(await room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), step).toBe(0);
    await check(page, `${step} in a column`);
  }
});
