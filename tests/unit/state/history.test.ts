/** Undo and redo: names of changes, joined changes, and how many are kept. */

import { expect, test } from "vitest";
import { History, type Moment } from "../../../www/state/history";

const moment = (name: string): Moment => ({
  name,
  source: null,
  recipe: null,
  pins: [],
  confirmed: {},
  population: null,
});

/** A history of changes that are far apart. */
function historyOf(...names: string[]): History {
  const history = new History();
  names.forEach((name, index) => {
    history.push(moment(name), (index + 1) * 10_000);
  });
  return history;
}

test("nothing can be undone at first", () => {
  const history = new History();
  expect([history.undoName, history.redoName, history.position]).toEqual([null, null, 0]);
});

test("undo and redo name the change that they take back or bring again", () => {
  const history = historyOf("a", "b");
  expect([history.undoName, history.redoName]).toEqual(["b", null]);
  expect(history.go(1)?.name).toBe("a");
  expect([history.undoName, history.redoName]).toEqual(["a", "b"]);
});

test("a change after an undo ends what could be redone", () => {
  const history = historyOf("a", "b");
  history.go(1);
  history.push(moment("c"), 90_000);
  expect(history.moments.map(({ name }) => name)).toEqual(["start", "a", "c"]);
  expect(history.redoName).toBeNull();
});

test("fast changes of one name are one change", () => {
  const history = new History();
  history.push(moment("type k"), 1000);
  history.push(moment("type k"), 1500);
  expect(history.moments).toHaveLength(2);
  history.push(moment("type k"), 9000);
  history.push(moment("another"), 9001);
  expect(history.moments).toHaveLength(4);
});

test("a change after going back is never joined to the one that was gone to", () => {
  const history = historyOf("a");
  history.go(1);
  history.push(moment("a"), 10_001);
  expect(history.moments).toHaveLength(3);
});

test("only so many changes are kept", () => {
  const history = historyOf(...Array.from({ length: 300 }, (_, index) => `change ${index}`));
  expect(history.moments).toHaveLength(200);
  expect(history.undoName).toBe("change 299");
  expect(history.go(500)).toBeNull();
});

test("what came before is put before the change where the study stands, and can be gone back to", () => {
  const history = historyOf("a", "load");
  history.precede([moment("x"), moment("y")]);
  expect(history.moments.map(({ name }) => name)).toEqual(["start", "a", "x", "y", "load"]);
  expect([history.undoName, history.position]).toEqual(["load", 4]);
  expect(history.go(3)?.name).toBe("y");
  const full = historyOf(...Array.from({ length: 300 }, (_, index) => `change ${index}`));
  full.precede([moment("x")]);
  expect([full.moments.length, full.undoName]).toEqual([200, "change 299"]);
});
