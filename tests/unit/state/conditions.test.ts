import { expect, test } from "vitest";
import type { Condition } from "../../../www/engine/wire/conditions";
import type { Dialect, Recipe, Role } from "../../../www/engine/wire/protocol";
import {
  atThreshold,
  conditionable,
  conditioned,
  conditionsOf,
  isReadFor,
  numbered,
  withConditions,
  withK,
} from "../../../www/state/conditions";
import { newRecipe, withRoles, withTreatment } from "../../../www/state/recipe";
import { tableKey } from "../../../www/state/study";

const DIALECT: Dialect = { delimiter: ",", quote: '"', header: true, encoding: "utf-8", missing: [""] };
const TWO: Condition = { "l-diversity": { column: "illness", l: 2 } };

function as(given: Recipe, role: Role, ...columns: string[]): Recipe {
  return withRoles(given, new Map(columns.map((column) => [column, role])));
}

function recipe(): Recipe {
  const plain = as(as(newRecipe(DIALECT), "quasi-identifier", "age"), "sensitive", "illness", "cost");
  return withConditions(plain, [TWO, { "average-risk": 0.05 }]);
}

test("a list of conditions has the k of the recipe, and follows it", () => {
  expect(recipe().protect?.[0]).toEqual({ "k-anonymity": 5 });
  const other = withK(recipe(), 7);
  expect([other.privacy.k, other.protect?.[0]]).toEqual([7, { "k-anonymity": 7 }]);
  expect(conditionsOf(other)).toEqual([TWO, { "average-risk": 0.05 }]);
});

test("without a condition there is no list", () => {
  expect("protect" in withConditions(recipe(), [])).toBe(false);
  expect("protect" in withK(withConditions(recipe(), []), 3)).toBe(false);
});

test("a condition falls with the role of its column, or with its release", () => {
  expect(conditionable(recipe())).toEqual(["illness", "cost"]);
  expect(conditionsOf(as(recipe(), "insensitive", "illness"))).toEqual([{ "average-risk": 0.05 }]);
  expect(conditionsOf(withTreatment(recipe(), "illness", "drop"))).toEqual([{ "average-risk": 0.05 }]);
  expect(conditionsOf(as(recipe(), "insensitive", "cost"))).toHaveLength(2);
});

test("a table is read again for another column of a condition, and not for another number", () => {
  expect(conditioned(recipe())).toEqual(["illness"]);
  const more = withConditions(recipe(), [{ "l-diversity": { column: "illness", l: 3 } }]);
  expect(tableKey(more)).toBe(tableKey(recipe()));
  const other = withConditions(recipe(), [{ "l-diversity": { column: "cost", l: 3 } }]);
  expect(tableKey(other)).not.toBe(tableKey(recipe()));
  const near = withConditions(recipe(), [TWO, { "t-closeness": { column: "illness", distance: "ordered", t: 0.2 } }]);
  expect(tableKey(near)).not.toBe(tableKey(recipe()));
});

test("conditions are numbered as in the recipe, and have another threshold with all else", () => {
  expect(numbered(recipe()).map(({ number }) => number)).toEqual([2, 3]);
  const recursive: Condition = { "l-diversity": { column: "illness", kind: "recursive", l: 2, c: 3 } };
  expect(atThreshold(recursive, 4)).toEqual({ "l-diversity": { column: "illness", kind: "recursive", l: 4, c: 3 } });
  expect(atThreshold({ "k-map": { risk: 0.2 } }, 11)).toEqual({ "k-map": 11 });
  const like = { "beta-likeness": { column: "illness", beta: 2 } };
  expect(atThreshold(like, 1)).toEqual({ "beta-likeness": { column: "illness", beta: 1 } });
});

test("other conditions are told of a table where their columns and distances are read for it", () => {
  expect(isReadFor(recipe(), [])).toBe(true);
  expect(isReadFor(recipe(), [{ "l-diversity": { column: "illness", kind: "entropy", l: 9 } }])).toBe(true);
  expect(isReadFor(recipe(), [{ "l-diversity": { column: "cost", l: 2 } }])).toBe(false);
  expect(isReadFor(recipe(), [{ "t-closeness": { column: "illness", t: 0.2 } }])).toBe(false);
});
