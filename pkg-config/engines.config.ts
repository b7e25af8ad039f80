import { defineConfig } from "@playwright/test";
import page from "./playwright.config.ts";

/** The whole job in several engines. They are started by the tests themselves. */
export default defineConfig(page, {
  testDir: "../tests/engines",
  outputDir: "../tests/engines/results",
  timeout: 300_000,
});
