/** Projects as files: what is recognized as one, and what is refused. */

import { expect, test } from "vitest";
import { projectIn } from "../../../www/state/project";

const SOUND = { kanon_project: 1, recipe: {}, pins: [], notes: "", history: [], without: [] };

test("what is no project is left to whoever reads recipes", () => {
  for (const text of ["", "{", "[]", "1", "null", '{"kanon": 1, "columns": {}}'])
    expect(projectIn(text, "a.json")).toBeNull();
});

test("a project is refused by the part that is amiss, and by its version", () => {
  expect(projectIn(JSON.stringify(SOUND), "a.json")?.notes).toBe("");
  for (const [part, amiss] of [
    ["recipe", []],
    ["pins", [{ columns: ["a"], levels: [1.5], note: "" }]],
    ["notes", 1],
    ["history", [{ name: "k", recipe: {} }]],
    ["without", [1]],
    ["unseen", "age"],
  ] as const)
    expect(() => projectIn(JSON.stringify({ ...SOUND, [part]: amiss }), "a.json"), part).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`\`${part}\``) }),
    );
  expect(() => projectIn(JSON.stringify({ ...SOUND, kanon_project: 2 }), "a.json")).toThrow(
    expect.objectContaining({ message: expect.stringContaining("version 2") }),
  );
});
