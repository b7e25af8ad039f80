/** A recipe for columns of different names: which are proposed, and the recipe under the names that the user gives. */

import { expect, test } from "vitest";
import type { GivenRecipe } from "../../../www/engine/wire/protocol";
import { withLink } from "../../../www/state/recipe";
import { askForNames, endRenaming, nameColumn, renamed } from "../../../www/state/renaming";
import type { Workbench } from "../../../www/state/workbench";
import { recipeOf } from "./recipes";

const recipe: GivenRecipe = withLink(withLink(recipeOf("birth_date", "sex", "zip"), "birth_date", 0), "zip", 0);

function bench() {
  return { renaming: null, announce: () => undefined } as unknown as Workbench;
}

test("a table with the columns of the recipe is not asked about", () => {
  const workbench = bench();
  const refuse = () => expect.unreachable();
  expect(askForNames(workbench, recipe, ["zip", "sex", "birth_date", "more"], "t.csv", refuse)).toBe(false);
  expect(workbench.renaming).toBeNull();
});

test("names that differ in capitals and signs alone are proposed, others are not", () => {
  const workbench = bench();
  expect(askForNames(workbench, recipe, ["BirthDate", "gender", "zip"], "t.csv", () => undefined)).toBe(true);
  expect([...(workbench.renaming?.names ?? [])]).toEqual([
    ["birth_date", "BirthDate"],
    ["sex", null],
  ]);
  expect(workbench.renaming?.free).toEqual(["BirthDate", "gender"]);
});

test("the recipe goes on under the names that were said, and nothing happens when it is given up", () => {
  const settled: GivenRecipe[] = [];
  const workbench = bench();
  const ask = () => askForNames(workbench, recipe, ["BirthDate", "gender", "zip"], "t.csv", (one) => settled.push(one));
  ask();
  nameColumn(workbench, "sex", "gender");
  endRenaming(workbench, true);
  expect(Object.keys(settled[0]?.columns ?? {})).toEqual(["BirthDate", "gender", "zip"]);
  expect(settled[0]?.linked).toEqual([["BirthDate", "zip"]]);
  ask();
  endRenaming(workbench, false);
  expect([settled.length, workbench.renaming]).toEqual([1, null]);
});

test("what is left out leaves links, weights and all other places", () => {
  const full: GivenRecipe = {
    ...recipe,
    count_column: "zip",
    uniques: {
      weights: { zip: 2, sex: 3 },
      policy: { zip: 1 },
      impact: { covariates: ["zip", "sex"] },
    } as unknown as NonNullable<GivenRecipe["uniques"]>,
  };
  const without = renamed(full, new Map([["zip", null]]));
  expect(JSON.stringify(without)).not.toContain("zip");
  expect(without.uniques?.weights).toEqual({ sex: 3 });
  expect(without.uniques?.impact.covariates).toEqual(["sex"]);
});
