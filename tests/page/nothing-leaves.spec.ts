import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { download, figure, goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { persons } from "./table";

const DIST = join(__dirname, "../../dist");

const DOCUMENTED_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; " +
  "img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; connect-src 'none'; form-action 'none'; base-uri 'none'";

test("the built page carries the documented policy before anything else", async () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const head = html.slice(html.indexOf("<head>") + "<head>".length).trimStart();
  expect(head.startsWith(`<meta http-equiv="Content-Security-Policy" content="${DOCUMENTED_POLICY}">`)).toBe(true);
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)/);
});

test("a whole job is done without the network, and without one request", async ({ page, context }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  const requests: string[] = [];
  context.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url())) requests.push(request.url());
  });
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Paste/ }).click();
  await page.getByLabel(/^Rows from a spreadsheet/).fill(persons(500));
  await page.getByRole("button", { name: "Open the pasted table" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "pasted.csv" })).toBeVisible();
  await setRoles(page, PERSON_ROLES);
  await goTo(page, "Hierarchies");
  await run(page);
  await write(page);
  await download(page, /^Release, CSV/);
  expect(requests).toEqual([]);
  expect(refused).toEqual([]);
  await page.getByRole("button", { name: "0 requests since load" }).click();
  await expect(page.getByRole("dialog")).toContainText(DOCUMENTED_POLICY.split("; ")[7] ?? "");
});

test("a fetch that is planted in the page or in a worker fails, and is counted", async ({ page }) => {
  const reached: string[] = [];
  await page.route("**/planted*", (route) => {
    reached.push(route.request().url());
    return route.fulfill({ body: "leaked" });
  });
  await page.goto("/");
  await page.locator(".door").first().waitFor();
  const inPage = await page.evaluate(() =>
    fetch("/planted-in-page").then(
      () => "sent",
      () => "refused",
    ),
  );
  expect(inPage).toBe("refused");
  const inWorker = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const source = `fetch("${location.origin}/planted-in-worker").then(() => postMessage("sent"), () => postMessage("refused"));`;
        const worker = new Worker(URL.createObjectURL(new Blob([source])));
        worker.onmessage = (event) => resolve(String(event.data));
      }),
  );
  expect(inWorker).toBe("refused");
  expect(reached).toEqual([]);
  await page.getByRole("button", { name: /since load/ }).click();
  await expect(page.locator("[data-refused]")).not.toHaveText("0");
});

test("settings are kept on the device without data, and forgotten when asked", async ({ page }) => {
  const canary = "canary-7391";
  const storage = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await open(page, "persons.csv", persons(300).replace("person 17", canary));
  await setRoles(page, PERSON_ROLES);
  await expect.poll(() => figure(page, "k", "before")).toBe("1");
  expect(await storage()).toContain("quasi-identifier");
  expect(await storage()).not.toContain(canary);
  await page.getByText("Recipe", { exact: true }).click();
  await page.getByRole("button", { name: "Forget what this device keeps" }).click();
  expect(await storage()).toBe("{}");
});

test("no code of the page reaches for WebRTC or another address", async () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const scripts = [...html.matchAll(/src="\.\/([^"]+\.js)"/g)].map((match) => match[1] ?? "");
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    const code = readFileSync(join(DIST, script), "utf8");
    expect(code).not.toMatch(/RTCPeerConnection|XMLHttpRequest|sendBeacon|EventSource|WebSocket|WebTransport/);
    expect(code).not.toMatch(/\bfetch\(/);
  }
});
