import { defineConfig } from "@playwright/test";

/** The npm package as others take it: packed, installed in scratch projects, and the main job done in each. */
export default defineConfig({
  testDir: "../tests/package",
  outputDir: "../tests/package/results",
  timeout: 120_000,
  workers: 1,
  reporter: "list",
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    },
  },
});
