/** An edited hierarchy shares its unchanged rows with the one before. */

import { expect, test } from "vitest";
import { sharing } from "../../../www/state/editing";

test("of an edited hierarchy, the rows that did not change are the old ones", () => {
  const before = [
    ["a", "x", "*"],
    ["b", "x", "*"],
    ["c", "y", "*"],
  ];
  const after = [
    ["a", "x", "*"],
    ["b", "z", "*"],
    ["c", "y", "*"],
  ];
  const shared = sharing(before, after);
  expect(shared).toEqual(after);
  expect(shared.map((row, at) => row === before[at])).toEqual([true, false, true]);
  const longer = sharing(before, [["a", "x", "x", "*"]]);
  expect(longer).toEqual([["a", "x", "x", "*"]]);
});
