/** The tree of a hierarchy's groups: where each is drawn, how arrows walk in it, and how groups are selected. */

import { expect, test } from "vitest";
import { inSight, layOut, moved, placeOf, VALUE_PIXELS } from "../../www/steps/hierarchies/tree/layout";
import { all, extended, isChosen, NOTHING, toggled } from "../../www/steps/hierarchies/tree/selection";

const LEVELS = layOut({
  levels: [
    { name: "as given", labels: ["a", "b", "c", "d"], leaves: [1, 1, 1, 1], records: [1, 0, 5, 2] },
    { name: "half", labels: ["ab", "cd"], leaves: [2, 2], records: [1, 7] },
    { name: "*", labels: ["*"], leaves: [4], records: [8] },
  ],
});

test("a group is found by any of its values, and those in sight by their pixels", () => {
  const [values, halves] = LEVELS;
  if (values === undefined || halves === undefined) throw new Error("two levels");
  expect([0, 1, 2, 3, 9].map((value) => placeOf(halves, value))).toEqual([0, 0, 1, 1, 1]);
  expect(inSight(values, VALUE_PIXELS, 2 * VALUE_PIXELS)).toEqual({ first: 1, last: 2 });
  expect(inSight(values, -500, 10_000)).toEqual({ first: 0, last: 3 });
  expect(halves.most).toBe(7);
});

test("arrows walk within a level and to the groups above and below, and stop at the ends", () => {
  const from = { level: 0, place: 2 };
  expect(moved(LEVELS, from, "ArrowDown")).toEqual({ level: 0, place: 3 });
  expect(moved(LEVELS, from, "ArrowRight")).toEqual({ level: 1, place: 1 });
  expect(moved(LEVELS, { level: 1, place: 1 }, "ArrowLeft")).toEqual({ level: 0, place: 2 });
  expect(moved(LEVELS, from, "ArrowLeft")).toEqual(from);
  expect(moved(LEVELS, { level: 2, place: 0 }, "ArrowRight")).toEqual({ level: 2, place: 0 });
  expect(moved(LEVELS, from, "End")).toEqual({ level: 0, place: 3 });
  expect(moved(LEVELS, from, "PageUp")).toEqual({ level: 0, place: 0 });
  expect(moved(LEVELS, from, "x")).toBeNull();
});

test("groups of one level are chosen, one by one or as a range", () => {
  const one = toggled(NOTHING, { level: 0, place: 1 });
  expect(isChosen(one, { level: 0, place: 1 })).toBe(true);
  expect(isChosen(one, { level: 1, place: 1 })).toBe(false);
  expect(toggled(one, { level: 0, place: 1 }).places.size).toBe(0);
  const range = extended(one, { level: 0, place: 1 }, { level: 0, place: 3 });
  expect([...range.places]).toEqual([1, 2, 3]);
  const back = extended(range, { level: 0, place: 3 }, { level: 0, place: 0 });
  expect([...back.places]).toEqual([0, 1]);
  const other = toggled(range, { level: 1, place: 0 });
  expect([...other.places]).toEqual([0]);
  expect(all(0, 4).places.size).toBe(4);
});
