/**
 * Browser engines as far as a job needs them: a page is opened, and a function is run in it.
 *
 * Chromium is driven by Playwright, Firefox by WebDriver BiDi, WebKitGTK by WebDriver.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import puppeteer from "puppeteer-core";

export interface Engine {
  /** What the engine says it is. */
  readonly version: string;
  open(url: string): Promise<void>;
  /** Runs a function in the page, which gets and gives what JSON can say. */
  run<Given extends unknown[], Found>(work: (...given: Given) => Promise<Found>, ...given: Given): Promise<Found>;
  close(): Promise<void>;
}

function pathOf(variable: string): string {
  const path = process.env[variable];
  if (path === undefined || path === "") throw new Error(`${variable} does not name a program`);
  return path;
}

async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: pathOf("CHROMIUM"),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => {
      await page.goto(url);
    },
    run: (work, ...given) => page.evaluate(`(${work})(...${JSON.stringify(given)})`),
    close: () => browser.close(),
  };
}

/** Firefox, through WebDriver BiDi. */
async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: pathOf("FIREFOX"),
    headless: true,
    protocolTimeout: 300_000,
  });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: async (url) => {
      await page.goto(url);
    },
    run: async <Given extends unknown[], Found>(work: (...given: Given) => Promise<Found>, ...given: Given) =>
      (await page.evaluate(`(${work})(...${JSON.stringify(given)})`)) as Found,
    close: () => browser.close(),
  };
}

/** A port that nobody listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(address)));
    });
  });
}

/** WebKit as WebKitGTK builds it, through WebDriver, on a screen of its own that nobody sees. */
async function startWebKit(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "kanon-webkit-"));
  const started: ChildProcess[] = [];
  const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(program, args, {
      env: { ...process.env, HOME: home, ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    started.push(child);
    return child;
  };
  const screen = start(pathOf("XVFB"), ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]);
  const display = await new Promise<string>((resolve, reject) => {
    screen.on("error", reject).on("exit", () => reject(new Error("there is no screen for WebKit")));
    screen.stdout?.once("data", (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
  const port = await freePort();
  start(pathOf("WEBKIT_DRIVER"), [`--port=${port}`], {
    DISPLAY: display,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  });
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  for (let tries = 0; ; tries += 1) {
    const ready = await ask("GET", "/status").then(
      () => true,
      () => false,
    );
    if (ready) break;
    if (tries > 100) throw new Error("the driver of WebKit does not answer");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const options = { "webkitgtk:browserOptions": { binary: pathOf("WEBKIT"), args: ["--automation"] } };
  const session = (await ask("POST", "/session", { capabilities: { alwaysMatch: options } })) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const at = `/session/${session.sessionId}`;
  await ask("POST", `${at}/timeouts`, { script: 300_000, pageLoad: 60_000 });
  return {
    version: `WebKitGTK ${session.capabilities.browserVersion}`,
    open: async (url) => {
      await ask("POST", `${at}/url`, { url });
    },
    run: async <Given extends unknown[], Found>(work: (...given: Given) => Promise<Found>, ...given: Given) => {
      const script = `const tell = arguments[arguments.length - 1];
        (${work})(...${JSON.stringify(given)}).then((found) => tell({ found }), (error) => tell({ error: String(error) }));`;
      const answer = (await ask("POST", `${at}/execute/async`, { script, args: [] })) as {
        found: Found;
        error?: string;
      };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.found;
    },
    close: async () => {
      await ask("DELETE", at).catch(() => undefined);
      for (const child of started.reverse()) child.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** All of them, by their names. */
export const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  Chromium: startChromium,
  Firefox: startFirefox,
  WebKit: startWebKit,
};
