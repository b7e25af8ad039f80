/** A folder served as a static site on this machine, and a record of what its pages request and complain about. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { expect, type Page } from "@playwright/test";
import { LocalServer } from "../page/local-server";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".xml": "text/xml",
  ".woff2": "font/woff2",
};

/** The address that the guides have for a site. */
const MADE_FOR = "https://docs.example.org/";

export class Site extends LocalServer {
  constructor(folder: string) {
    super((request, response) => {
      if (request.url === "/favicon.ico") {
        // Browsers ask for it by themselves.
        response.writeHead(204).end();
        return;
      }
      const path = join(folder, normalize(decodeURI(new URL(request.url ?? "/", "http://site").pathname)));
      const places = [path, join(path, "index.html"), `${path}.html`];
      const place = places.find((file) => existsSync(file) && statSync(file).isFile());
      if (place === undefined) {
        response.writeHead(404).end();
        return;
      }
      const type = TYPES[extname(place)] ?? "application/octet-stream";
      // A site map names the address that the site is made for.
      const body = place.endsWith("sitemap.xml")
        ? readFileSync(place, "utf8").replaceAll(MADE_FOR, `http://${request.headers.host}/`)
        : readFileSync(place);
      response.writeHead(200, { "content-type": type }).end(body);
    });
  }
}

/** What goes wrong on a page: errors, complaints, and requests to anyone but its own site. */
export function watch(page: Page, address: string): string[] {
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${address}/`) && !url.startsWith("data:") && !url.startsWith("blob:")) wrong.push(url);
  });
  return wrong;
}

/** Every exhibit of the page is live: it can be walked by keys, and says something else after a step. */
export async function expectLive(page: Page, name: string): Promise<void> {
  const exhibit = page.locator(name).first();
  await exhibit.scrollIntoViewIfNeeded();
  const marks = exhibit.getByRole("option");
  await expect(marks.first()).toBeVisible();
  expect(await marks.count()).toBeGreaterThan(2);
  const said = exhibit.locator(".said");
  await marks.first().focus();
  await page.keyboard.press("Home");
  const before = await said.innerText();
  expect(before.trim()).not.toBe("");
  await page.keyboard.press("End");
  await expect(said).not.toHaveText(before);
}
