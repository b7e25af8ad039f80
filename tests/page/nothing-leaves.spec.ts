/**
 * The built page sends nothing.
 *
 * It is one file with the documented policy. It does a whole job from a disk, without a network and without one
 * request. A fetch that is planted fails and is counted, and no value of the table is kept on the device.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { choose, download, figure, findUnsafe, goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { FIRST } from "./marks";
import { persons } from "./table";

const DIST = join(__dirname, "../../dist");
const HTML = readFileSync(join(DIST, "index.html"), "utf8");

/** The texts between tags of that name, as a browser finds them. */
function inner(tag: string): string[] {
  return [...HTML.matchAll(new RegExp(`<${tag}(?: type="module"| data-behind)?>(.*?)</${tag}>`, "gs"))].map(
    (match) => match[1] ?? "",
  );
}

function hashes(tag: string): string {
  return inner(tag)
    .map((text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`)
    .join(" ");
}

const DOCUMENTED_POLICY =
  `default-src 'none'; script-src ${hashes("script")} 'wasm-unsafe-eval'; style-src ${hashes("style")}; worker-src blob:; ` +
  "img-src data: blob:; connect-src 'none'; frame-src 'none'; object-src 'none'; form-action 'none'; base-uri 'none'";

test(
  "the built page is one file, and carries the documented policy with the right hashes before anything else",
  FIRST,
  () => {
    // Exhibits, workbenches and the package are for others, the headers for hosts; this page knows nothing of them.
    const others = ["LICENSES.md", "SHA256SUMS", "SIZES.md", "embed", "exhibits", "hosts", "npm"];
    expect(readdirSync(DIST).filter((name) => !others.includes(name))).toEqual(["index.html"]);
    expect(HTML).not.toMatch(/exhibits\/|embed\/|hosts\//);
    const head = HTML.slice(HTML.indexOf("<head>") + "<head>".length).trimStart();
    const beginning = `<meta http-equiv="Content-Security-Policy" content="${DOCUMENTED_POLICY}">`;
    expect(head.slice(0, beginning.length)).toBe(beginning);
    expect(inner("script")).toHaveLength(2);
    expect(inner("style")).toHaveLength(1);
    const around = [...inner("script"), ...inner("style")].reduce((html, text) => html.replace(text, () => ""), HTML);
    expect(around).not.toMatch(/\s(style|on[a-z]+|src|srcset)=/);
    expect([...around.matchAll(/href="([^"]{0,5})/g)].map((match) => match[1])).toEqual(["data:"]);
  },
);

test("the policy lets nothing through that has an address, not even on the page's own host", FIRST, () => {
  const sources = DOCUMENTED_POLICY.split("; ").flatMap((directive) => directive.split(" ").slice(1));
  for (const source of sources) {
    expect(source).toMatch(/^('none'|'wasm-unsafe-eval'|'sha256-[A-Za-z0-9+/]{43}='|blob:|data:)$/);
  }
});

test("the page is kept as a file with the bytes that its host sends", async ({ page }) => {
  await page.goto("/");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Keep this page as a file" }).click();
  const kept = await download;
  expect(kept.suggestedFilename()).toBe("kanon.html");
  expect(readFileSync(await kept.path())).toEqual(readFileSync(join(DIST, "index.html")));
});

test("the one file does a whole job from a disk, where there is no server and no network", async ({
  page,
  context,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await context.setOffline(true);
  await page.goto(pathToFileURL(join(DIST, "index.html")).href);
  await choose(page, /^Open a file/, [{ name: "persons.csv", text: persons(300) }]);
  await expect(page.getByRole("heading", { level: 1, name: "persons.csv" })).toBeVisible();
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
  const release = await download(page, /^Release, CSV/);
  expect(release.bytes.length).toBeGreaterThan(1000);
  await goTo(page, "Frontier");
  await expect(page.getByText("The area under the frontier is")).toBeVisible();
  await goTo(page, "Uniques");
  await findUnsafe(page);
  await goTo(page, "Review");
  await choose(page, "Choose files to review", [{ name: release.name, text: release.bytes }]);
  await page.getByRole("button", { name: /^Take (it|them) for that/ }).click();
  await page.getByLabel("k that should hold").fill("5");
  await page.getByLabel("k that should hold").blur();
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByRole("region", { name: "What it may disclose all the same" })).toBeVisible();
  expect(refused).toEqual([]);
  await page.getByRole("button", { name: "0 requests since load" }).click();
});

test("a host that sends the headers sends the page's own policy, and the page works under it", async ({ page }) => {
  const lines = readFileSync(join(DIST, "hosts/_headers"), "utf8").split("\n").slice(1, -1);
  const headers = Object.fromEntries(
    lines.map((line) =>
      line
        .trim()
        .split(/: (.*)/s)
        .slice(0, 2),
    ),
  );
  expect(headers["Content-Security-Policy"]).toBe(DOCUMENTED_POLICY);
  for (const name of ["nginx.conf", "apache.htaccess"]) {
    const text = readFileSync(join(DIST, "hosts", name), "utf8");
    for (const [header, value] of Object.entries(headers)) expect(text).toContain(`${header} "${value}"`);
  }
  await page.route("**/", (route) => route.fulfill({ body: HTML, contentType: "text/html", headers }));
  await open(page, "persons.csv", persons(300));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  await write(page);
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
  await expect(page.getByRole("dialog")).toContainText("connect-src 'none'");
});

test("a fetch that is planted in the page or in a worker fails, and is counted", FIRST, async ({ page }) => {
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

test("no code of the page reaches for WebRTC or another address", FIRST, () => {
  const [code = ""] = inner("script");
  expect(code.length).toBeGreaterThan(100_000);
  expect(code).not.toMatch(/RTCPeerConnection|XMLHttpRequest|sendBeacon|EventSource|WebSocket|WebTransport/);
  expect(code).not.toMatch(/\bfetch\(/);
});
