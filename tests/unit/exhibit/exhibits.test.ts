/** The parts of the exhibits that need no browser: reading what was recorded, neighbours, boxes, keys and drawings. */

import { expect, test } from "vitest";
import { Axes, Spots } from "../../../www/exhibit/axes";
import { Fields, Unreadable } from "../../../www/exhibit/fields";
import { frontierView } from "../../../www/exhibit/frontier";
import { hierarchyView } from "../../../www/exhibit/hierarchy";
import { define, EXHIBITS } from "../../../www/exhibit/kanon";
import { latticeView } from "../../../www/exhibit/lattice";
import { understood } from "../../../www/exhibit/recorded";
import { along } from "../../../www/exhibit/view";

const LATTICE = {
  columns: ["age", "sex", "zip"],
  words: [
    ["as given", "decades", "one group"],
    ["as given", "*: nothing said"],
    ["as given", "*: nothing said"],
  ],
  // Sex and zip share a level.
  axes: [[0], [1, 2]],
  policies: [
    [0, 0, 0],
    [0, 1, 1],
    [1, 0, 0],
    [1, 1, 1],
    [2, 0, 0],
    [2, 1, 1],
  ],
};

test("without a document the elements are classes, and nothing is registered", () => {
  expect(Object.keys(EXHIBITS).sort()).toEqual([
    "kanon-frontier",
    "kanon-hierarchy",
    "kanon-lattice",
    "kanon-policy",
    "kanon-replay",
  ]);
  expect(globalThis.customElements).toBeUndefined();
  expect(() => define()).not.toThrow();
});

test("what is no exhibit of the kind and version is refused with the reason", () => {
  const said = (text: string) => {
    try {
      understood(text, "lattice");
      return "";
    } catch (error) {
      expect(error).toBeInstanceOf(Unreadable);
      return (error as Error).message;
    }
  };
  expect(said("{")).toBe("it is no JSON");
  expect(said("[]")).toBe("it is no object");
  expect(said("{}")).toContain("kanon exhibit");
  expect(said('{"exhibit":"policy","format":1}')).toContain("<kanon-policy>");
  expect(said('{"exhibit":"lattice","format":9}')).toContain("format 9");
  expect(said('{"exhibit":"lattice","format":1}')).toBe("");
});

test("a field that is missing or of another kind is named by its place", () => {
  const fields = new Fields({ a: { b: [1, "x"], c: "1" }, many: [{ n: 1 }, { n: null }] });
  expect(() => fields.child("a").numbers("b")).toThrow("“a.b” is no number");
  expect(() => fields.child("a").number("c")).toThrow("“a.c” is no number");
  expect(() => fields.children("many").map((one) => one.number("n"))).toThrow("“many.2.n” is no number");
  expect(fields.child("a").has("d")).toBe(false);
});

test("neighbours of a policy differ by one step of an axis, whose columns move together", () => {
  const axes = new Axes(new Fields(LATTICE));
  expect(axes.neighbours(0, 1)).toEqual([2, 1]);
  expect(axes.neighbours(3, -1)).toEqual([1, 2]);
  expect(axes.neighbours(5, 1)).toEqual([]);
  expect([0, 1, 2, 3, 4, 5].map((place) => axes.rank(place))).toEqual([0, 1, 1, 2, 2, 3]);
  expect(axes.say(3)).toBe("age decades; sex *: nothing said; zip *: nothing said");
});

test("a box holds the policies of its levels, axis by axis", () => {
  const axes = new Axes(new Fields(LATTICE));
  expect(axes.within([[0, 2], [1]])).toEqual([1, 5]);
  expect(axes.within([[1], [0, 1]])).toEqual([2, 3]);
  expect(axes.within([[3], [0, 1]])).toEqual([]);
});

test("keys lead to neighbours, and every policy has a place of its own within the drawing", () => {
  const axes = new Axes(new Fields(LATTICE));
  for (const size of [
    { width: 200, height: 120 },
    { width: 900, height: 600 },
  ]) {
    const spots = new Spots(axes, size);
    expect(axes.neighbours(0, 1)).toContain(axes.step(0, "ArrowUp", spots));
    expect(axes.step(0, "ArrowDown", spots)).toBe(0);
    expect(axes.step(1, "ArrowRight", spots)).toBe(2);
    expect(axes.step(2, "ArrowRight", spots)).toBe(2);
    const places = axes.policies.map((_, place) => spots.at(place));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + spots.side).toBeLessThanOrEqual(size.width);
      expect(y + spots.side).toBeLessThanOrEqual(size.height);
    }
    expect(spots.at(5).y).toBeLessThan(spots.at(0).y);
  }
});

test("a lattice lists valid policies first, by loss, and says which is the best", () => {
  const view = latticeView(
    new Fields({
      ...LATTICE,
      caption: "",
      limit: 5,
      losses: [0, 0.25, 0.5, 0.75, 0.3, 1],
      suppressed: [90, 8, 5, 0, 2, 0],
      best: 4,
    }),
  );
  expect(view.table.rows.map(([levels]) => levels)).toEqual(
    [4, 2, 3, 5, 0, 1].map((place) =>
      LATTICE.policies[place]?.map((level, column) => `${LATTICE.columns[column]} ${level}`).join(", "),
    ),
  );
  expect(view.table.rowOf(4)).toBe(0);
  expect(view.first).toBe(4);
  expect(view.say(4)).toContain("the best policy");
  expect(view.say(0)).toContain("not valid: at most 5");
  expect(() => latticeView(new Fields({ ...LATTICE, caption: "", limit: 5, losses: [1], suppressed: [1] }))).toThrow(
    "other policies",
  );
});

const HIERARCHY = {
  caption: "",
  column: "town",
  levels: [
    { name: "as given", labels: ["Graz", "Villach", "Wien"], leaves: [1, 1, 1], records: [2, 0, 5] },
    { name: "level 1", labels: ["south", "east"], leaves: [2, 1], records: [2, 5] },
    { name: "*", labels: ["*"], leaves: [3], records: [7] },
  ],
};

test("keys go through a hierarchy, and each group is told with the one above", () => {
  const view = hierarchyView(new Fields(HIERARCHY));
  expect(view.say(1)).toBe("Villach: a value, 0 records, in south.");
  expect(view.say(3)).toBe("south: level 1, 2 values, 2 records, in *.");
  expect(["ArrowRight", "ArrowDown", "ArrowLeft", "End"].map((key) => view.step(1, key))).toEqual([3, 2, 1, 2]);
  expect(view.step(4, "ArrowLeft")).toBe(2);
  expect(view.step(5, "ArrowRight")).toBe(5);
  expect(view.table.rows).toEqual([
    ["Graz", "2", "south", "*"],
    ["Villach", "0", "south", "*"],
    ["Wien", "5", "east", "*"],
  ]);
  const [values, ...above] = HIERARCHY.levels;
  const across = [values, { ...above[0], leaves: [1, 2] }, { ...above[1], labels: ["a", "b"], leaves: [2, 1] }];
  expect(() => hierarchyView(new Fields({ ...HIERARCHY, levels: across }))).toThrow("two groups");
});

test("a frontier says of each policy what was recorded", () => {
  const frontier = {
    caption: "Two.",
    risk: "Risk",
    loss: "Loss",
    columns: ["age", "sex"],
    labels: [["0–99", "0–49", "50–99"], ["f – m"]],
    points: [
      { risk: 0.1, loss: 3, intervals: [[0], [0]] },
      { risk: 0.2, loss: 1.5, intervals: [[1, 2], [0]] },
    ],
    reference: { name: "safe-harbor", risk: 0.2, loss: 3, better: 2 },
  };
  globalThis.document = {
    createElement: () => ({ setAttribute: () => {}, append: () => {}, addEventListener: () => {} }),
  } as never;
  const frame = { redraw: () => {}, show: () => {} };
  const view = frontierView(new Fields(frontier), frame);
  expect(view.say(1)).toBe("Policy 2 of 2: risk 20 %, loss 1.5000. age: 0–49, 50–99; sex: f – m.");
  expect(view.caption).toContain("safe-harbor has risk 20 %, loss 3.0000; 2 policies of the frontier are no worse");
  expect(() => frontierView(new Fields({ ...frontier, points: [] }), frame)).toThrow("no policy");
  Reflect.deleteProperty(globalThis, "document");
});

test("keys along a row stay on it", () => {
  expect(along(0, "ArrowLeft", 40)).toBe(0);
  expect(along(0, "PageDown", 40)).toBe(2);
  expect(along(5, "End", 40)).toBe(39);
  expect(along(5, "x", 40)).toBeNull();
});
