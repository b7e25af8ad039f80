import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { packagesOfThisFolder } from "./packages.ts";

/** The unit tests of the page: what needs no browser, in Node. */
export default defineConfig({
  root: fileURLToPath(new URL("../tests/unit", import.meta.url)),
  assetsInclude: ["**/*.gz"],
  plugins: [packagesOfThisFolder()],
  test: {
    include: ["**/*.test.ts"],
    environment: "node",
    pool: "threads",
    maxWorkers: 2,
    unstubGlobals: true,
    restoreMocks: true,
    // Time is no claim of these tests: on a busy machine a whole job takes more than the usual five seconds.
    testTimeout: 30_000,
  },
});
