/** Pinned policies: one pin for each policy, kept until its columns are there. */

import { expect, test } from "vitest";
import { arePins, type Pin, pinOf, pinsFor, withoutPin, withPin } from "../../../www/state/pins";

const pin = (columns: string[], levels: number[], note = ""): Pin => ({ columns, levels, note });

test("a policy is pinned once, with its last note", () => {
  const first = pin(["a", "b"], [0, 1], "old");
  const again = pin(["a", "b"], [0, 1], "new");
  const other = pin(["a", "b"], [1, 1]);
  const pins = withPin(withPin(withPin([], first), other), again);
  expect(pins).toEqual([other, again]);
  expect(pinOf(pins, ["a", "b"], [0, 1])?.note).toBe("new");
  expect(pinOf(pins, ["a", "b"], [2, 1])).toBeNull();
  expect(withoutPin(pins, again)).toEqual([other]);
});

test("pins wait for their columns, in their order", () => {
  const pins = [pin(["a", "b"], [0, 1]), pin(["b", "a"], [0, 1]), pin(["a"], [0])];
  expect(pinsFor(pins, ["a", "b"])).toEqual([pins[0]]);
});

test("only a list of pins is taken for one", () => {
  expect(arePins([])).toBe(true);
  expect(arePins([pin(["a"], [255], "x")])).toBe(true);
  const wrong: readonly unknown[] = [
    null,
    {},
    "[]",
    [null],
    [{ columns: ["a"], levels: [0] }],
    [pin(["a"], [])],
    [pin(["a"], [-1])],
    [pin(["a"], [256])],
    [pin(["a"], [0.5])],
    [{ columns: [1], levels: [0], note: "" }],
  ];
  for (const value of wrong) expect(arePins(value), JSON.stringify(value)).toBe(false);
});
