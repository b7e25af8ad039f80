/** Where the tests find the command line. */

import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");

/** Why a test that needs the command line is left out. */
export const NO_KANON = "The command line is not built: run `cargo build`, or set KANON to its path";

/** The command line: that of `KANON`, or the one that cargo built last. */
export function commandLine(): string | null {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const places = [process.env.KANON ?? "", join(target, "release/kanon"), join(target, "debug/kanon")];
  return places.find((path) => path !== "" && existsSync(path)) ?? null;
}
