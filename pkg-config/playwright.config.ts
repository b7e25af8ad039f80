import { defineConfig } from "@playwright/test";

/** `PAGE_PORT` lets two runs go on side by side. */
const PORT = Number(process.env.PAGE_PORT ?? 4180);

export default defineConfig({
  testDir: "../tests/page",
  outputDir: "../tests/page/results",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  reporter: "list",
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 860 },
    acceptDownloads: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    },
  },
  webServer: {
    command: "node ../tests/page/serve.mjs",
    port: PORT,
    env: { PORT: String(PORT) },
    reuseExistingServer: false,
  },
});
