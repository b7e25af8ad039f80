import { defineConfig } from "@playwright/test";
import page from "./playwright.config.ts";

/** The book: built, and looked at; the guides, each followed in a site of its own; and the pictures of the book. */
export default defineConfig(page, {
  testDir: "../tests/docs",
  outputDir: "../tests/docs/results",
  timeout: 600_000,
  projects: [
    { name: "docs", testMatch: /\.spec\.ts$/ },
    { name: "pictures", testMatch: /pictures\.ts$/ },
  ],
});
