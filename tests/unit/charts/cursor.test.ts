/** The cursor of a chart: where keys move it, and which keys it leaves to others. */

import { expect, test } from "vitest";
import { moved } from "../../../www/charts/cursor";

test("a cursor begins where a key says, stays on the points, and takes no other key", () => {
  const keys = ["ArrowLeft", "ArrowRight", "Home", "End", "Enter"];
  const after = (cursor: number | null) => keys.map((key) => moved(key, ["ArrowLeft", "ArrowRight"], cursor, 4));
  expect(after(null)).toEqual([4, 0, 0, 4, null]);
  expect(after(0)).toEqual([0, 1, 0, 4, null]);
  expect(after(2)).toEqual([1, 3, 0, 4, null]);
  expect(after(4)).toEqual([3, 4, 0, 4, null]);
});
