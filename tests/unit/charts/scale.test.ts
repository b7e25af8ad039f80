/** Scales: the least and the greatest of lists of any length. */

import { describe, expect, test } from "vitest";
import { greatest, least, linear, logarithmic } from "../../../www/charts/scale";

describe("a list of any length has a scale", () => {
  const long = Array.from({ length: 300_000 }, (_, place) => place + 1);

  test("its ends are found", () => {
    expect([least(long), greatest(long)]).toEqual([1, 300_000]);
    expect([least([], 7), greatest([], 7)]).toEqual([7, 7]);
    expect([least([]), greatest([])]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  });

  test("its numbers are placed", () => {
    const { at } = linear(long, [0, 100], { least: 0 });
    expect([at(0), at(300_000)]).toEqual([0, 100]);
    expect(logarithmic(long, [0, 100], 1).at(1)).toBe(0);
  });
});
