import { expect, test } from "vitest";
import {
  currentResult,
  currentSummary,
  EMPTY_STUDY,
  quasiIdentifiersInOrder,
  type Result,
  type Study,
  searchKey,
  standing,
  tableKey,
} from "../../../www/state/study";
import { recipeOf, sourceOf } from "./recipes";

const recipe = recipeOf("b", "a");
const source = sourceOf("a", "b", "c");
const result = { search: 1, source, settings: searchKey(recipe), found: null } as unknown as Result;
const study: Study = { ...EMPTY_STUDY, recipe, source, result };

test("a result is of the settings that it was found under", () => {
  expect(standing(EMPTY_STUDY)).toBe("none");
  expect(standing(study)).toBe("current");
  const other = { ...recipe, privacy: { ...recipe.privacy, k: 7 } };
  expect(standing({ ...study, recipe: other })).toBe("earlier");
  expect(currentResult({ ...study, recipe: other })).toBeNull();
  expect(currentResult({ ...study, recipe: { ...other, privacy: recipe.privacy } })).toBe(result);
});

test("a result is of the file that it was found in", () => {
  expect(standing({ ...study, source: sourceOf("a", "b", "c") })).toBe("earlier");
});

test("how a release is written does not change which policy is best", () => {
  expect(standing({ ...study, recipe: { ...recipe, release: { shuffle: 3 } } })).toBe("current");
});

test("the encoded table depends on columns and hierarchies, not on k", () => {
  const table = {} as NonNullable<Study["summary"]>["table"];
  const measured = { ...study, summary: { key: tableKey(recipe), source, table } };
  expect(currentSummary(measured)).toBe(table);
  expect(currentSummary({ ...measured, recipe: { ...recipe, privacy: { k: 9, suppression_limit: 0 } } })).toBe(table);
  expect(currentSummary({ ...measured, recipe: recipeOf("a") })).toBeNull();
});

test("the levels of a policy are in the order of the file", () => {
  expect(quasiIdentifiersInOrder(study)).toEqual(["a", "b"]);
});
