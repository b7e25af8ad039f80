/**
 * Code that is planted in the built page and in its worker tries to send data away.
 *
 * It tries each way in `ways.ts`, with and without the page's policy. Servers on this machine listen for what arrives.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Frame, type Page, test, type Worker } from "@playwright/test";
import { TO_OTHER_PAGES, UNSTOPPED } from "../../www/trust/unstopped";
import { chooserOf, PERSON_ROLES, run, setRoles, write } from "./job";
import { BareListener, Listener } from "./listener";
import { LONG } from "./marks";
import { persons } from "./table";
import { PAGE_WAYS, type Way, WORKER_WAYS } from "./ways";

const HTML = readFileSync(join(__dirname, "../../dist/index.html"), "utf8");
/** The same page without its policy: what does not arrive from there either would prove nothing. */
const OPEN = HTML.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");

/** A page that shows the built one in a frame which may run scripts and hand out downloads, and nothing else. */
const host = () =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${ownAddress}/index.html">` +
  '<iframe sandbox="allow-scripts allow-downloads" width="1200" height="800" src="/index.html"></iframe>';

/** A page of the same host that shows the built one and notes what it hears. */
const AROUND =
  "<script>heard = []; const hear = ({ data, newValue }) => heard.push(data ?? newValue);" +
  "addEventListener('message', hear); addEventListener('storage', hear);" +
  "new BroadcastChannel('planted').addEventListener('message', hear)</script>" +
  '<iframe width="1200" height="800" src="/index.html"></iframe>';

const own = new Listener((path) => {
  if (path === "/" || path === "/index.html") return HTML;
  if (path === "/host") return host();
  if (path === "/around") return AROUND;
  return path === "/open" ? OPEN : null;
});
const foreign = new Listener(() => null);
let ownAddress = "";
let foreignAddress = "";

test.beforeAll(async () => {
  ownAddress = await own.start();
  foreignAddress = await foreign.start();
});
test.afterAll(() => {
  own.stop();
  foreign.stop();
});
test.beforeEach(() => {
  own.arrived.clear();
  foreign.arrived.clear();
});

async function load(page: Page, path: "/" | "/open"): Promise<void> {
  await page.goto(`${ownAddress}${path}`);
  await page.locator(".door").first().waitFor();
}

/** Runs the code of a way and does not wait for what becomes of it. */
function plant(where: { evaluate(code: string): Promise<unknown> }, way: Way, to: string): void {
  const put = "const put = (html) => document.body.append(document.createRange().createContextualFragment(html));";
  const code = `{ const to = ${JSON.stringify(to)}; const host = new URL(to).host; ${put} (async () => { ${way.code.replaceAll("TO", to)} })().catch(() => undefined); }`;
  void where.evaluate(code).catch(() => undefined);
}

/** The page's worker, which may come after its doors. */
async function workerOf(page: Page): Promise<Worker> {
  const [worker] = page.workers();
  return worker ?? (await page.waitForEvent("worker"));
}

/** Plants every way once for the page's own host and once for another, in the page or in its worker. */
async function plantAll(page: Page, ways: readonly Way[], inWorker: boolean): Promise<void> {
  const where = inWorker ? await workerOf(page) : page;
  ways.forEach((way, index) => {
    plant(where, way, `${ownAddress}/leak/${index}`);
    plant(where, way, `${foreignAddress}/leak/${index}`);
  });
}

function arrivals(ways: readonly Way[]): string[] {
  return ways.filter((_, index) => [own, foreign].some(({ arrived }) => arrived.has(String(index)))).map(nameOf);
}

/** The browser notes these in the page, and that they were refused elsewhere or for another reason than the policy. */
const UNTOLD: Readonly<Record<"page" | "worker", readonly string[]>> = {
  page: ["SVG use", "filter by script", "module worker from a blob that imports", "paint worklet"],
  worker: ["module worker from a blob that imports"],
};

const nameOf = ({ name }: Way): string => name;
const isDud = ({ dud }: Way): boolean => dud === true;

for (const [where, all] of [
  ["page", PAGE_WAYS],
  ["worker", WORKER_WAYS],
] as const) {
  const ways = all.filter(({ alone }) => alone !== true);

  test(
    `nothing arrives that is planted in the ${where}, and without the policy it would`,
    where === "page" ? {} : LONG,
    async ({ browser }) => {
      const beginning = performance.now();
      const open = await browser.newPage();
      await load(open, "/open");
      await plantAll(open, ways, where === "worker");
      const live = ways.filter((way) => !isDud(way)).map(nameOf);
      await expect.poll(() => live.filter((name) => !arrivals(ways).includes(name)), { timeout: 20_000 }).toEqual([]);
      const took = performance.now() - beginning;
      await open.context().close();

      own.arrived.clear();
      foreign.arrived.clear();
      const page = await browser.newPage();
      await load(page, "/");
      await plantAll(page, ways, where === "worker");
      await page.waitForTimeout(1000 + 2 * took);
      expect([...own.arrived, ...foreign.arrived]).toEqual([]);
      expect(arrivals(ways)).toEqual([]);

      // The counter sees of the page and of its worker what was tried, and takes no attempt that it sees refused for a
      // request.
      await page.locator(".shield").dispatchEvent("click");
      // A refusal within a worker of the worker is told some time after the attempt.
      const told = async () => {
        const counted = await page.locator("[data-asked] li").allInnerTexts();
        const names = counted.map((address) => ways[Number(/\/leak\/(\d+)/.exec(address)?.[1])]?.name ?? address);
        return [...new Set(names)].sort();
      };
      await expect.poll(told, { timeout: 10_000 }).toEqual([...UNTOLD[where]].sort());
      const refused = Number(await page.locator("[data-refused]").innerText());
      expect(refused).toBeGreaterThan(live.length);
      await page.context().close();
    },
  );
}

/** Closes a page that may be on its way to another: the browser does not always answer then, and is not waited for. */
async function shut(page: Page): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    giveUp = setTimeout(resolve, 3000);
  });
  await Promise.race([page.context().close(), late]).catch(() => undefined);
  clearTimeout(giveUp);
}

/** Plants a way in a page of its own, for the own host and for another, and tells whether anything arrives. */
async function arrivesAlone(browser: Browser, way: Way, path: "/" | "/open", patience: number): Promise<boolean> {
  for (const address of [ownAddress, foreignAddress]) {
    const bare = new BareListener();
    const page = await browser.newPage();
    try {
      await load(page, path);
      own.arrived.clear();
      foreign.arrived.clear();
      const to = way.bare === true ? `http://127.0.0.1:${await bare.start()}/` : `${address}/leak/0`;
      plant(page, way, to);
      const heard = () => bare.heard || own.arrived.size > 0 || foreign.arrived.size > 0;
      for (let waited = 0; waited < patience && !heard(); waited += 50)
        await page.waitForTimeout(50).catch(() => undefined);
      if (heard()) return true;
    } finally {
      bare.stop();
      await shut(page);
    }
  }
  return false;
}

test("what no policy can stop is exactly what the panel names", LONG, async ({ browser, page }) => {
  test.setTimeout(600_000);
  const passed = new Set<string>();
  for (const way of PAGE_WAYS.filter(({ alone }) => alone === true)) {
    const { name, passes } = way;
    const arrives = !isDud(way) && (await arrivesAlone(browser, way, "/", passes === undefined ? 1500 : 10_000));
    expect(arrives, name).toBe(!isDud(way) && passes !== undefined);
    if (passes !== undefined) passed.add(passes);
    else expect(await arrivesAlone(browser, way, "/open", 10_000), `${name} without the policy`).toBe(true);
  }
  expect([...passed].sort()).toEqual(Object.keys(UNSTOPPED).sort());
  expect(PAGE_WAYS.length + WORKER_WAYS.length).toBeGreaterThan(100);
  await load(page, "/");
  await page.getByRole("button", { name: /since load/ }).click();
  const named = [...Object.values(UNSTOPPED), ...Object.values(TO_OTHER_PAGES)];
  await expect(page.locator("[data-unstopped] li")).toHaveText(named);
});

/** What a page has heard from others. */
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard);

test("what reaches other pages of the browser is what the panel names", async ({ page, browser }) => {
  const arrived = new Set<keyof typeof TO_OTHER_PAGES>();
  await page.goto(`${ownAddress}/around`);
  const framed = page.frame({ url: /index/ });
  await framed?.locator(".door").first().waitFor();
  await framed?.evaluate(() => parent.postMessage("around", "*"));
  await expect.poll(() => heard(page)).toContain("around");
  arrived.add("around");

  const opening = page.waitForEvent("popup");
  await page.evaluate(() => void window.open("/index.html"));
  const opened = await opening;
  await opened.locator(".door").first().waitFor();
  await opened.evaluate(() => {
    (opener as Window).postMessage("opener", "*");
    new BroadcastChannel("planted").postMessage("channel");
    localStorage.setItem("planted", "stored");
    // biome-ignore lint/suspicious/noDocumentCookie: the way that is tried
    document.cookie = "planted=cookie";
  });
  await expect.poll(() => heard(page)).toEqual(expect.arrayContaining(["opener", "channel", "stored"]));
  arrived.add("opener").add("host");
  const asking = page.waitForRequest(`${ownAddress}/around`);
  await page.reload();
  expect((await (await asking).allHeaders()).cookie).toContain("planted=cookie");
  arrived.add("cookie");
  expect([...arrived].sort()).toEqual(Object.keys(TO_OTHER_PAGES).sort());

  // In the sandboxed frame there is no storage, no cookie, and a channel of its own.
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${ownAddress}/around`);
  const tab = await other.context().newPage();
  const frame = await loadInFrame(tab);
  const refused = await frame.evaluate(() => {
    new BroadcastChannel("planted").postMessage("from the frame");
    const attempts = [
      () => localStorage.setItem("planted", "from the frame"),
      () => {
        // biome-ignore lint/suspicious/noDocumentCookie: the way that is tried
        document.cookie = "planted=frame";
      },
    ];
    return attempts.filter((attempt) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    }).length;
  });
  expect(refused).toBe(2);
  await tab.waitForTimeout(300);
  expect(await heard(other)).toEqual([]);
});

/** Opens the page in its frame. */
async function loadInFrame(page: Page): Promise<Frame> {
  await page.goto(`${ownAddress}/host`);
  const frame = page.frame({ url: /index/ });
  if (frame === null) throw new Error("the frame shows nothing");
  await frame.locator(".door").first().waitFor();
  return frame;
}

test("in a sandboxed frame the page does a whole job, and cannot leave", LONG, async ({ browser, page }) => {
  test.setTimeout(600_000);
  const working = await loadInFrame(page);
  const chooser = await chooserOf(page, working.getByRole("button", { name: /^Open a file/ }));
  await chooser.setFiles([{ name: "persons.csv", mimeType: "text/csv", buffer: Buffer.from(persons(300)) }]);
  await setRoles(working, PERSON_ROLES);
  await run(working);
  await write(working);
  await expect(working.getByRole("button", { name: "Write straight into a file…" })).toHaveCount(0);
  const arriving = page.waitForEvent("download");
  await working.getByRole("button", { name: /^Release, CSV/ }).click();
  expect((await arriving).suggestedFilename()).toBe("persons.release.csv");

  for (const way of PAGE_WAYS.filter(({ passes }) => passes === "navigation")) {
    const tab = await browser.newPage();
    const frame = await loadInFrame(tab);
    own.arrived.clear();
    for (const address of [ownAddress, foreignAddress]) {
      plant(frame, way, `${address}/leak/0`);
      await tab.waitForTimeout(600);
    }
    expect([...own.arrived, ...foreign.arrived], way.name).toEqual([]);
    await tab.context().close();
  }
});

test("a service worker that another page of the host has left is shown", async ({ page }) => {
  await load(page, "/");
  await page.locator(".shield").click();
  await expect(page.locator("[data-service-worker]")).toHaveText("none");
  await load(page, "/open");
  await page.evaluate(() => navigator.serviceWorker.register("/left.js").then(() => navigator.serviceWorker.ready));
  await load(page, "/");
  await page.locator(".shield").click();
  await expect(page.locator("[data-service-worker]")).toHaveText("in control");
  await expect(page.getByText("A service worker is in control of this page.")).toBeVisible();
});
