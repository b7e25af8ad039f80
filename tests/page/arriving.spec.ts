/**
 * The page over a slow line, and over one that breaks.
 *
 * It arrives slowly, in part, or without the rest of the engine. What is there first is usable, the rest waits with a
 * message, and a line that breaks off is reported.
 */

import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { choose, drop, goTo, setRole } from "./job";
import { FIRST, LONG } from "./marks";

const PAGE = readFileSync(join(__dirname, "../../dist/index.html"));
/** What the first sight may take, zipped. */
const FIRST_SIGHT_BYTES: number = JSON.parse(
  readFileSync(join(__dirname, "../../pkg-config/budget.json"), "utf8"),
).firstSightGzipBytes;
const TABLE = { name: "ages.csv", text: "age,name\n31,Ann\n31,Bob\n45,Cyd\n45,Dan\n" };

/** A host that sends the beginning of the page, and the rest when it is told to. */
async function host(bytes: Buffer, first: number, headers: Record<string, string> = {}) {
  let open: ServerResponse | null = null;
  const server = createServer((request, response) => {
    if (request.url !== "/") {
      response.writeHead(404).end();
      return;
    }
    open = response;
    response.writeHead(200, { "content-type": "text/html", ...headers });
    response.write(bytes.subarray(0, first));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    send: (from: number, to: number) => open?.write(bytes.subarray(from, to)),
    end: (from: number) => open?.end(bytes.subarray(from)),
    breakOff: () => open?.destroy(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
type Host = Awaited<ReturnType<typeof host>>;

const beforeTheEngine = PAGE.indexOf('<script type="text/plain"');
const restOfTheEngine = PAGE.indexOf('<script type="text/plain" data-part="assets/kanon_rest');
const arriving = (page: Page) => page.getByText("The engine is still arriving");

async function visit(page: Page, { address }: Host): Promise<void> {
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Make a table safe/);
}

test("the bytes that the first sight is allowed show the first screen, which takes a file", FIRST, async ({ page }) => {
  const zipped = gzipSync(PAGE, { level: 9 });
  const slow = await host(zipped, FIRST_SIGHT_BYTES, { "content-encoding": "gzip" });
  await visit(page, slow);
  await expect(arriving(page)).toBeVisible();
  // The browser notes a paint a moment after it.
  const paints = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
  await expect.poll(paints).toBe(1);
  await choose(page, /^Open a file/, [TABLE]);
  await expect(page.getByText(`Reading ${TABLE.name}`, { exact: true })).toBeVisible();
  slow.end(FIRST_SIGHT_BYTES);
  await expect(page.getByRole("heading", { level: 1, name: TABLE.name })).toBeVisible();
  await expect(arriving(page)).toHaveCount(0);
  slow.close();
});

test("a step that is still on its way says so, and is there when it has come", async ({ page }) => {
  const slow = await host(PAGE, PAGE.indexOf("<script data-behind>"));
  await visit(page, slow);
  await page.keyboard.press("Alt+9");
  const word = page.getByText("This step is still arriving.");
  await expect(word).toBeVisible();
  slow.send(PAGE.indexOf("<script data-behind>"), beforeTheEngine);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Review/);
  await expect(word).toHaveCount(0);
  slow.end(beforeTheEngine);
  slow.close();
});

test("a dropped file waits with a word, and how much has come is shown", LONG, async ({ page }) => {
  const slow = await host(PAGE, beforeTheEngine);
  await visit(page, slow);
  await drop(page, [TABLE]);
  await expect(page.getByText(`Reading ${TABLE.name}`, { exact: true })).toBeVisible();
  await expect(arriving(page)).toBeVisible();
  const share = () =>
    page.getByRole("progressbar", { name: "The engine" }).evaluate((bar: HTMLProgressElement) => bar.value);
  expect(await share()).toBeLessThan(0.2);
  // Piece by piece: a browser may hold back the last of what has come until more comes.
  let sent = beforeTheEngine;
  const grows = async () => {
    slow.send(sent, sent + 50_000);
    sent += 50_000;
    return share();
  };
  await expect.poll(grows).toBeGreaterThan(0.2);
  expect(sent).toBeLessThan(beforeTheEngine + 900_000);
  slow.end(sent);
  await expect(page.getByRole("heading", { level: 1, name: TABLE.name })).toBeVisible();
  slow.close();
});

test("who does not want to wait cancels at once, and opens the file later", async ({ page }) => {
  const slow = await host(PAGE, beforeTheEngine);
  await visit(page, slow);
  await choose(page, /^Open a file/, [TABLE]);
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await expect(page.getByRole("button", { name: /^Open a file/ })).toBeVisible();
  slow.end(beforeTheEngine);
  await expect(arriving(page)).toHaveCount(0);
  await expect(page.getByText(`Reading ${TABLE.name}`, { exact: true })).toHaveCount(0);
  await choose(page, /^Open a file/, [TABLE]);
  await expect(page.getByRole("heading", { level: 1, name: TABLE.name })).toBeVisible();
  slow.close();
});

test("the engine is used before what comes behind it has arrived", async ({ page }) => {
  const readerOfWorkbooks = PAGE.indexOf('<script type="text/plain" data-part="assets/sheet-worker');
  expect(readerOfWorkbooks).toBeGreaterThan(restOfTheEngine);
  const slow = await host(PAGE, readerOfWorkbooks + 200);
  await visit(page, slow);
  await choose(page, /^Open a file/, [TABLE]);
  await expect(page.getByRole("heading", { level: 1, name: TABLE.name })).toBeVisible();
  slow.close();
});

test(
  "a file is opened by the first part of the engine, and what needs the rest waits for it",
  FIRST,
  async ({ page }) => {
    const slow = await host(PAGE, restOfTheEngine + 200);
    await visit(page, slow);
    await choose(page, /^Open a file/, [TABLE]);
    await expect(page.getByRole("heading", { level: 1, name: TABLE.name })).toBeVisible();
    await expect(page.getByText("4 records · 2 columns").first()).toBeVisible();
    await goTo(page, "Roles");
    await setRole(page, "age", "quasi-identifier");
    await goTo(page, "Hierarchies");
    const waiting = page.getByText("Looking at the values of age");
    await expect(waiting).toBeVisible();
    slow.end(restOfTheEngine + 200);
    await expect(page.getByRole("button", { name: "age 2 levels" })).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
    slow.close();
  },
);

test("a rest that never comes is told where it is needed, and the file stays open", async ({ page }) => {
  const short = await host(PAGE.subarray(0, restOfTheEngine + 200), restOfTheEngine + 200);
  await visit(page, short);
  await choose(page, /^Open a file/, [TABLE]);
  await expect(page.getByRole("heading", { level: 1, name: TABLE.name })).toBeVisible();
  await goTo(page, "Roles");
  await setRole(page, "age", "quasi-identifier");
  await goTo(page, "Hierarchies");
  short.end(restOfTheEngine + 200);
  const alert = page.getByRole("alert");
  await expect(alert.first()).toContainText("A part of this page did not arrive");
  await goTo(page, "Open");
  await expect(page.getByText("4 records · 2 columns").first()).toBeVisible();
  short.close();
});

test("a page that ends too early says so, and what to do", FIRST, async ({ page }) => {
  const short = await host(PAGE.subarray(0, beforeTheEngine + 300_000), beforeTheEngine);
  await visit(page, short);
  short.end(beforeTheEngine);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("A part of this page did not arrive");
  await expect(alert).toContainText("Load the page again");
  short.close();
});

test("a connection that brings nothing more is told", async ({ page }) => {
  await page.clock.install();
  const broken = await host(PAGE, beforeTheEngine + 300_000);
  await visit(page, broken);
  broken.breakOff();
  await expect(arriving(page)).not.toContainText("load the page again");
  await page.clock.runFor(20_000);
  await expect(arriving(page)).toContainText("if that goes on, load the page again");
  broken.close();
});
