/** Searches under earlier settings: they come back with those settings, for the same file. */

import { expect, test } from "vitest";
import { EarlierSearches } from "../../../www/state/earlier";
import type { Result } from "../../../www/state/result";
import { searchKey } from "../../../www/state/searched";
import type { SearchJob } from "../../../www/state/searching";
import { EMPTY_STUDY, type Study } from "../../../www/state/study";
import { recipeOf, sourceOf } from "./recipes";

const source = sourceOf("age");
const under = (k: number) => {
  const recipe = recipeOf("age");
  return { ...recipe, privacy: { ...recipe.privacy, k } };
};

function searched(k: number, state: SearchJob["state"] = "ended"): SearchJob {
  const key = searchKey(under(k));
  const run = Symbol(`k = ${k}`);
  const answer = { search: k, source, settings: key } as unknown as Result;
  return { run, key, source, plan: null, state, reached: [], answered: { run, key, answer } };
}

function study(k: number, search: SearchJob | null): Study {
  return { ...EMPTY_STUDY, source, recipe: under(k), search };
}

test("the search under the settings as they are comes back, and so does the one that it replaced", () => {
  const earlier = new EarlierSearches();
  const [five, ten] = [searched(5), searched(10)];
  earlier.keep(study(5, five));
  expect(earlier.recall(study(10, ten))).toBe(ten);
  expect(earlier.recall(study(5, ten))).toBe(five);
  expect(earlier.recall(study(10, five))).toBe(ten);
  expect(earlier.recall(study(7, ten))).toBe(ten);
});

test("a search that runs is not replaced, and none of another file comes back", () => {
  const earlier = new EarlierSearches();
  const five = searched(5);
  earlier.keep(study(5, five));
  const running = searched(10, "running");
  expect(earlier.recall(study(5, running))).toBe(running);
  const other = { ...study(5, null), source: sourceOf("age") };
  expect(earlier.recall(other)).toBeNull();
});

test("as many are kept as are worth it, the last ones", () => {
  const earlier = new EarlierSearches();
  for (let k = 2; k < 20; k += 1) earlier.keep(study(k, searched(k)));
  expect(earlier.recall(study(2, null))).toBeNull();
  expect(earlier.recall(study(19, null))?.key).toBe(searchKey(under(19)));
});
