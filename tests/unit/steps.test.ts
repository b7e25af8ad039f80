/** The names of the steps: known, unique, and checked by the compiler. */

import { expect, expectTypeOf, test } from "vitest";
import { STEP_NAMES } from "../../www/state/step-name";
import type { Workbench } from "../../www/state/workbench";

test("the names of the steps are known, and no others", () => {
  expect(new Set(STEP_NAMES).size).toBe(STEP_NAMES.length);
  // @ts-expect-error a step that is in no list
  expectTypeOf<Parameters<Workbench["goTo"]>>().toEqualTypeOf<["nowhere"]>();
});
