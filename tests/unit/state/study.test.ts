/** A study: which file and which settings a result belongs to. */

import { expect, test } from "vitest";
import { currentResult, lastResult, type Result } from "../../../www/state/result";
import { searchKey } from "../../../www/state/searched";
import { currentSummary, EMPTY_STUDY, quasiIdentifiersInOrder, type Study, tableKey } from "../../../www/state/study";
import { recipeOf, sourceOf } from "./recipes";

const recipe = recipeOf("b", "a");
const source = sourceOf("a", "b", "c");
const result = { search: 1, source, settings: searchKey(recipe), found: null } as unknown as Result;
const key = result.settings;
const run = Symbol("search");
const answered = { run, key, answer: result };
const search: Study["search"] = { run, key, source, plan: null, state: "ended", reached: [], answered };
const study: Study = { ...EMPTY_STUDY, recipe, source, search };

test("a result is of the settings that it was found under", () => {
  expect(lastResult(EMPTY_STUDY)).toBeNull();
  expect(currentResult(study)).toBe(result);
  const other = { ...recipe, privacy: { ...recipe.privacy, k: 7 } };
  expect(lastResult({ ...study, recipe: other })).toBe(result);
  expect(currentResult({ ...study, recipe: other })).toBeNull();
  expect(currentResult({ ...study, recipe: { ...other, privacy: recipe.privacy } })).toBe(result);
});

test("a result is of the file that it was found in", () => {
  expect(lastResult({ ...study, source: sourceOf("a", "b", "c") })).toBeNull();
});

test("how a release is written does not change which policy is best", () => {
  expect(currentResult({ ...study, recipe: { ...recipe, release: { shuffle: 3 } } })).toBe(result);
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
