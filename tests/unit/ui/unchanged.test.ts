/** What a release says of the cells that no setting changes. */

import { expect, test, vi } from "vitest";
import { unchanged } from "../../../www/steps/release/writing";

vi.mock("../../../www/engine/hire", () => ({ hire: vi.fn() }));

test("only columns that are not generalized keep their values", () => {
  expect(unchanged()).toMatch(/^all other cells keep their values\. /);
  expect(unchanged(["age"])).toMatch(/^the other cells of age are the groups named above, and all others keep /);
  expect(unchanged(["age", "zip", "born"])).toContain("of age, zip and born are");
});
