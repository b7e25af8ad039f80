import { expectTypeOf, test } from "vitest";
import type { Workbench } from "../../www/state/workbench";
import type { STEPS, StepName } from "../../www/steps/steps";

test("the names of the steps are those of the list, and no others", () => {
  expectTypeOf<StepName>().toEqualTypeOf<
    "open" | "roles" | "hierarchies" | "policy" | "frontier" | "uniques" | "release" | "review"
  >();
  expectTypeOf<(typeof STEPS)["length"]>().toEqualTypeOf<8>();
  // @ts-expect-error a step that is in no list
  expectTypeOf<Parameters<Workbench["goTo"]>>().toEqualTypeOf<["nowhere"]>();
});
