/** How long a search may still take, by its pace. */

import { expect, test } from "vitest";
import type { TrailPoint } from "../../../www/state/study";
import { timeLeft } from "../../../www/state/time-left";

const at = (milliseconds: number, closed: number, bound = 1, loss: number | null = 1): TrailPoint => ({
  milliseconds,
  closed,
  bound,
  loss,
});

test("nothing is said before there is a past", () => {
  expect(timeLeft([])).toBeNull();
  expect(timeLeft([at(900, 0.5)])).toBeNull();
  expect(timeLeft([at(5000, 0.01)])).toBeNull();
});

test("a steady pace leaves no range", () => {
  const range = timeLeft([at(1000, 0.1), at(2000, 0.2), at(3000, 0.3), at(4000, 0.4)]);
  expect(range?.least).toBeCloseTo(6000);
  expect(range?.most).toBeCloseTo(6000);
});

test("a pace that slows down gives a range", () => {
  const range = timeLeft([at(2000, 0.6), at(4000, 0.8)]);
  expect(range?.least).toBeCloseTo(1000);
  expect(range?.most).toBeCloseTo(2000);
});

test("a search that slows down much is told no longest time", () => {
  // The bound of a wide table: most of it in the first seconds.
  const range = timeLeft([at(10_000, 0.7), at(28_000, 0.74), at(57_000, 0.79)]);
  expect(range?.least).toBeCloseTo(15_152, 0);
  expect(range?.most).toBe(Number.POSITIVE_INFINITY);
});

test("a search that stands still has no end", () => {
  expect(timeLeft([at(2000, 0.5), at(4000, 0.5)])?.most).toBe(Number.POSITIVE_INFINITY);
});

test("what is not proven is not done", () => {
  expect(timeLeft([at(4000, 0.9, 0.5, 1)])?.least).toBeCloseTo(4000);
  expect(timeLeft([at(4000, 0.5, 0, null)])?.least).toBeCloseTo(4000);
});
