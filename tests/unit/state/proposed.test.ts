/** Proposals of hierarchies: what was looked at, and what was not, is the same after changes are undone. */

import { expect, test } from "vitest";
import { withHierarchy } from "../../../www/state/recipe";
import { Workbench } from "../../../www/state/workbench";
import { NOTHING_TO_HIRE } from "../engine/hired";
import { recipeOf, sourceOf } from "./recipes";
import { stubStorage } from "./storage";

const recipe = recipeOf("b", "a");
const FIVE = { intervals: { widths: [5], origin: 0 } };
const PROPOSALS = { a: { reason: "why", looked: false }, b: { reason: "why", looked: true } };

function proposed(): Workbench {
  stubStorage();
  const workbench = new Workbench({ instance: "", keptAs: "kanon", hiring: NOTHING_TO_HIRE });
  workbench.change("open", recipe, sourceOf("a", "b", "c"));
  workbench.set({ proposals: PROPOSALS });
  return workbench;
}

test("a proposal stays with its hierarchy, and comes back with it", () => {
  const workbench = proposed();
  workbench.change("intervals", withHierarchy(recipe, "a", FIVE));
  expect(workbench.study.proposals).toEqual({ b: PROPOSALS.b });
  workbench.undo();
  expect(workbench.study.proposals).toEqual(PROPOSALS);
  workbench.redo();
  expect(workbench.study.proposals).toEqual({ b: PROPOSALS.b });
});

test("undo of another file brings back what was looked at, and nothing more", () => {
  const workbench = proposed();
  workbench.change("open another", recipeOf("a"), sourceOf("a", "b"));
  expect(workbench.study.proposals).toEqual({});
  workbench.set({ proposals: { a: { reason: "why", looked: true } } });
  workbench.undo();
  expect(workbench.study.proposals).toEqual(PROPOSALS);
});

test("a hierarchy that was set by hand is no proposal after a change is undone", () => {
  const workbench = proposed();
  const { a: _own, ...others } = PROPOSALS;
  workbench.set({ proposals: others });
  workbench.change("intervals", withHierarchy(recipe, "a", FIVE));
  workbench.undo();
  expect(workbench.study.proposals).toEqual(others);
});
