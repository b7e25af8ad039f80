/** Changes to a recipe: roles, links, caps, weights, missing codes; and the recipe without its values. */

import { expect, test } from "vitest";
import {
  AS_USUAL,
  columnsWithValues,
  forColumns,
  isWeight,
  missingOf,
  plain,
  withCaps,
  withHierarchy,
  withLink,
  withMissing,
  withoutValues,
  withRoles,
  withWeight,
  withWriting,
  writingOf,
} from "../../../www/state/recipe";
import { recipeOf } from "./recipes";

test("roles leave the recipe that they are set in as it is", () => {
  const before = recipeOf("age");
  const after = withRoles(before, new Map([["age", "sensitive"]]));
  expect(before.columns.age?.role).toBe("quasi-identifier");
  expect(after.columns.age?.role).toBe("sensitive");
});

test("settings of a column survive a role that does not use them, and are not written", () => {
  const weighted = withWeight(recipeOf("age"), "age", 3);
  const left = withRoles(weighted, new Map([["age", "identifier"]]));
  expect(JSON.parse(plain(left)).columns.age).toEqual({ role: "identifier" });
  const back = withRoles(left, new Map([["age", "quasi-identifier"]]));
  expect(back.columns.age?.weight).toBe(3);
});

test("a link ends when one of two linked columns is no quasi-identifier any more", () => {
  const linked = withLink(withLink(recipeOf("born", "died"), "born", 0), "died", 0);
  expect(linked.linked).toEqual([["born", "died"]]);
  expect(withRoles(linked, new Map([["died", "sensitive"]])).linked).toEqual([]);
});

test("groups of one are not written", () => {
  const linked = withLink(recipeOf("born"), "born", 1);
  expect(linked.linked).toEqual([[], ["born"]]);
  expect(JSON.parse(plain(linked)).linked).toEqual([]);
});

test("another hierarchy takes the caps of the levels away", () => {
  const capped = withCaps(recipeOf("age"), "age", 1, 2);
  expect(capped.columns.age).toMatchObject({ min_level: 1, max_level: 2 });
  expect(withCaps(capped, "age", null, 2).columns.age).toEqual({ role: "quasi-identifier", max_level: 2 });
  expect(withHierarchy(capped, "age", null).columns.age).toEqual({ role: "quasi-identifier", hierarchy: null });
});

test("weights outside of what the core takes are none", () => {
  expect([0, 1e-7, 1e-6, 1, 1e6, 1e7, Number.NaN].map(isWeight)).toEqual([true, false, true, true, true, false, false]);
});

test("the usual way of writing is not named", () => {
  const recipe = recipeOf("age");
  expect(withWriting(recipe, AS_USUAL)).toEqual(recipe);
  const writing = { shuffle: 7, removed: true };
  expect(writingOf(withWriting(recipe, writing))).toEqual(writing);
  expect(writingOf(null)).toEqual(AS_USUAL);
});

test("lists of values are found in rows, orders and domains, of quasi-identifiers only", () => {
  const listed = withHierarchy(recipeOf("age", "sex"), "sex", { rows: [["f", "*"]] });
  expect(columnsWithValues(listed)).toEqual(["sex"]);
  expect(columnsWithValues(withRoles(listed, new Map([["sex", "identifier"]])))).toEqual([]);
  const without = withoutValues(withWeight(withCaps(listed, "sex", 1, null), "sex", 2));
  expect(without.columns.sex).toEqual({ role: "quasi-identifier", weight: 2 });
  expect(JSON.stringify(without)).not.toContain('"f"');
});

test("what a table does not have is left out", () => {
  const linked = withLink(withLink(recipeOf("a", "b", "c"), "a", 0), "b", 0);
  const kept = forColumns(linked, ["b", "c"]);
  expect([Object.keys(kept.columns), kept.linked]).toEqual([["b", "c"], []]);
});

test("missing codes of columns are kept under every role, and gone where there are none", () => {
  const coded = withMissing(recipeOf("age", "sex"), "age", ["-9"]);
  expect(missingOf(coded)).toEqual({ age: ["-9"] });
  const left = withRoles(coded, new Map([["age", "identifier"]]));
  expect(JSON.parse(plain(left)).columns.age).toEqual({ role: "identifier", missing: ["-9"] });
  const bare = withMissing(coded, "age", []);
  expect(missingOf(bare)).toEqual({});
  expect(bare.columns.age).toEqual(recipeOf("age").columns.age);
});
