/** Conditions in the recipe of the page: how they follow k and the roles, and which results they make stale. */

import { expect, test } from "vitest";
import type { Condition } from "../../../www/engine/wire/conditions";
import type { Dialect, Recipe, Role } from "../../../www/engine/wire/protocol";
import {
  asksForPeople,
  atThreshold,
  conditionable,
  conditioned,
  conditionsOf,
  isReadFor,
  leastOf,
  numbered,
  withConditions,
  withK,
} from "../../../www/state/conditions";
import { keyOf } from "../../../www/state/keys";
import { newRecipe, withRoles, withTreatment } from "../../../www/state/recipe";
import { searched } from "../../../www/state/searched";
import { withRisk } from "../../../www/state/settings";
import { EMPTY_STUDY, encodingOf, type Study, tableKey } from "../../../www/state/study";

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
  expect(atThreshold({ "marketer-risk": 0.2 }, 0.1)).toEqual({ "marketer-risk": 0.1 });
  const like = { "beta-likeness": { column: "illness", beta: 2 } };
  expect(atThreshold(like, 1)).toEqual({ "beta-likeness": { column: "illness", beta: 1 } });
});

test("other conditions are told of a table where their columns and distances are read for it", () => {
  expect(isReadFor(recipe(), [])).toBe(true);
  expect(isReadFor(recipe(), [{ "l-diversity": { column: "illness", kind: "entropy", l: 9 } }])).toBe(true);
  expect(isReadFor(recipe(), [{ "l-diversity": { column: "cost", l: 2 } }])).toBe(false);
  expect(isReadFor(recipe(), [{ "t-closeness": { column: "illness", t: 0.2 } }])).toBe(false);
});

test("a risk means the smallest number that leaves no more", () => {
  expect([0.33, 0.2, 0.1, 0.09, 0.05, 1, 0.5].map((risk) => leastOf({ risk }))).toEqual([4, 5, 10, 12, 20, 1, 2]);
  const numbers = Array.from({ length: 20_000 }, (_, at) => at + 1);
  expect(numbers.filter((number) => leastOf({ risk: 1 / number }) !== number)).toEqual([]);
  expect(leastOf(11)).toBe(11);
});

test("a comparison of policies is of other settings when a condition changes, and not when k does", () => {
  const key = (own: Recipe) =>
    keyOf({ ...EMPTY_STUDY, recipe: own }, "candidates", { candidates: [], cross: null, threshold: null });
  const more = withConditions(recipe(), [{ "l-diversity": { column: "illness", l: 3 } }, { "average-risk": 0.05 }]);
  expect(key(more)).not.toBe(key(recipe()));
  expect(key(withConditions(recipe(), [TWO]))).not.toBe(key(recipe()));
  expect(key(withConditions(recipe(), [TWO, { "average-risk": 0.1 }]))).not.toBe(key(recipe()));
  expect(key(withK(recipe(), 9))).toBe(key(recipe()));
});

test("where people are asked for, everything depends on whom they are counted among", () => {
  const asked = withConditions(withRisk(recipe(), { population: "town.csv" }), [{ "k-map": 11 }]);
  expect([asksForPeople(asked), asksForPeople(recipe())]).toEqual([true, false]);
  const town = (content: string) => ({ file: new File([], "town.csv"), key: content });
  const among = (own: Recipe, content: string | null): Study => ({
    ...EMPTY_STUDY,
    recipe: own,
    population: content === null ? null : town(content),
  });
  const [one, other] = [among(asked, "1"), among(asked, "2")];
  expect(encodingOf(one).population?.key).toBe("1");
  expect(encodingOf(one).key).not.toBe(encodingOf(other).key);
  expect(keyOf(one, "search", null)).not.toBe(keyOf(other, "search", null));
  expect(encodingOf(among(asked, null)).population).toBeNull();
  expect(searched(asked).risk).toEqual({ population: "town.csv" });
  // Whoever only tells risk by it asks for nothing of the search.
  const tells = withRisk(recipe(), { population: "town.csv" });
  expect(encodingOf(among(tells, "1"))).toEqual(encodingOf(among(tells, "2")));
  expect(keyOf(among(tells, "1"), "search", null)).toBe(keyOf(among(tells, "2"), "search", null));
  expect(searched(tells).risk).toBeUndefined();
});
