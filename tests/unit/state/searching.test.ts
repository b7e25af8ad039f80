/** The progress of a search: the share of policies that are closed, and the line of the chart. */

import { expect, test, vi } from "vitest";
import type { Progress } from "../../../www/engine/wire/protocol";
import { closedShare, otherK, withPoint } from "../../../www/state/searching";
import { EMPTY_STUDY, type Study, type TrailPoint } from "../../../www/state/study";
import { recipeOf } from "./recipes";

vi.mock("../../../www/engine/hire", () => ({ hire: vi.fn() }));

const progress = (given: Partial<Progress>): Progress =>
  ({
    boxes: null,
    latticeSize: "100",
    policiesChecked: 0,
    policiesPruned: 0,
    bound: 0,
    best: null,
    milliseconds: 0,
    ...given,
  }) as Progress;

test("a policy is done with when it is checked or ruled out", () => {
  expect(closedShare(progress({ policiesChecked: 20, policiesPruned: 30 }))).toBe(0.5);
  expect(closedShare(progress({ policiesChecked: 200 }))).toBe(1);
});

test("of a lattice without a size no share can be told", () => {
  expect(closedShare(progress({ latticeSize: "0" }))).toBeNull();
  expect(closedShare(progress({ latticeSize: "10^400" }))).toBeNull();
});

test("boxes know how much they close", () => {
  expect(closedShare(progress({ boxes: { closed: 0.25 } as Progress["boxes"] }))).toBe(0.25);
});

test("a search says its k as soon as another one is asked for", () => {
  const recipe = recipeOf("age");
  const { k } = recipe.privacy;
  const study = (asked: number): Study => ({
    ...EMPTY_STUDY,
    recipe: { ...recipe, privacy: { ...recipe.privacy, k: asked } },
    activity: { kind: "searching", name: "a.csv", k, progress: null, workers: 1, paused: false },
  });
  expect(otherK(study(k))).toBeNull();
  expect(otherK(study(k + 1))).toBe(k);
  expect(otherK({ ...study(k + 1), activity: null })).toBeNull();
});

test("a long line is thinned and keeps its end", () => {
  let trail: readonly TrailPoint[] = [];
  let longest = 0;
  for (let milliseconds = 0; milliseconds < 5000; milliseconds += 1) {
    trail = withPoint(trail, progress({ milliseconds }));
    longest = Math.max(longest, trail.length);
  }
  expect(longest).toBe(400);
  expect(trail.at(-1)?.milliseconds).toBe(4999);
  expect(trail[0]?.milliseconds).toBe(0);
});
