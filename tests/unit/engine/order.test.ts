/** The seed of the order of rows, drawn for a recipe that leaves it open. */

import { expect, test } from "vitest";
import { drawSeed, withDrawnOrder } from "../../../www/engine/order";

test("a seed has 53 bits, and each is another one", () => {
  const seeds = Array.from({ length: 50 }, drawSeed);
  expect(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 2 ** 52)).toBe(true);
  expect(new Set(seeds).size).toBe(seeds.length);
});

test("a recipe is given a seed where each run would draw one, and nothing else changes", () => {
  const recipe = { kanon: 1, columns: {}, release: { shuffle: true, suppressed: "remove" }, privacy: { k: 3 } };
  const drawn = JSON.parse(withDrawnOrder(JSON.stringify(recipe))) as typeof recipe;
  expect(drawn).toEqual({ ...recipe, release: { shuffle: expect.any(Number), suppressed: "remove" } });
  for (const release of [undefined, {}, { shuffle: 7 }, { shuffle: null }, { suppressed: "remove" }]) {
    const own = JSON.stringify({ kanon: 1, columns: {}, release });
    expect(withDrawnOrder(own)).toBe(own);
  }
});
