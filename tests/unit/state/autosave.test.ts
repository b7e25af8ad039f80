/** What is kept on the device: settings, pins and preferences, without a value of the table. */

import { expect, test, vi } from "vitest";
import { Autosave, takeApart } from "../../../www/state/autosave";
import { withHierarchy } from "../../../www/state/recipe";
import { recipeOf } from "./recipes";
import { stubStorage } from "./storage";

const autosave = new Autosave("kanon");

test("settings are kept without values and without how the file was read", () => {
  stubStorage();
  autosave.keepRecipe(withHierarchy(recipeOf("age", "sex"), "sex", { rows: [["female", "*"]] }));
  const text = autosave.keptText() ?? "";
  expect(text).not.toContain("female");
  const { recipe, without } = takeApart(text);
  expect(without).toEqual(["sex"]);
  expect(JSON.parse(recipe)).toMatchObject({ kanon: 1, columns: { age: { role: "quasi-identifier" } } });
  expect(JSON.parse(recipe)).not.toHaveProperty("dialect");
});

test("anything else than what is kept is taken for a recipe, which the core judges", () => {
  for (const text of [
    "",
    "null",
    "{",
    "[1]",
    '{"kanon":1}',
    '{"recipe":1,"without":[]}',
    '{"recipe":"","without":[1]}',
  ])
    expect(takeApart(text)).toEqual({ recipe: text, without: [] });
});

test("what is no pin is not brought back", () => {
  const held = stubStorage();
  const pin = { columns: ["a"], levels: [1], note: "" };
  autosave.keepPins([pin]);
  expect(autosave.keptPins()).toEqual([pin]);
  for (const text of ["{", "{}", "[1]"]) {
    held.set("kanon.pins", text);
    expect(autosave.keptPins()).toEqual([]);
  }
});

test("preferences are those that were kept, one by one", () => {
  const held = stubStorage();
  expect(autosave.preferences()).toEqual({ theme: "system", singleKeys: true, workers: null });
  autosave.keepPreferences({ theme: "dark", singleKeys: false, workers: 3 });
  expect(autosave.preferences()).toEqual({ theme: "dark", singleKeys: false, workers: 3 });
  held.set("kanon.preferences", '{"theme":"pink","singleKeys":false,"workers":-1}');
  expect(autosave.preferences()).toEqual({ theme: "system", singleKeys: false, workers: null });
});

test("all is forgotten", () => {
  const held = stubStorage();
  autosave.keepRecipe(recipeOf("age"));
  autosave.keepPins([]);
  autosave.keepPreferences({ theme: "dark", singleKeys: true, workers: null });
  expect(held.size).toBe(3);
  autosave.forgetAll();
  expect(held.size).toBe(0);
});

test("a browser that keeps nothing is no failure", () => {
  const closed = () => {
    throw new Error("closed");
  };
  vi.stubGlobal("localStorage", { getItem: closed, setItem: closed, removeItem: closed });
  autosave.keepRecipe(recipeOf("age"));
  autosave.forgetAll();
  expect([autosave.keptText(), autosave.keptPins()]).toEqual([null, []]);
});

test("workbenches keep under names of their own, and one without a name keeps nothing", () => {
  const held = stubStorage();
  const school = new Autosave("kanon.school");
  autosave.keepRecipe(recipeOf("age"));
  school.keepPreferences({ theme: "dark", singleKeys: true, workers: null });
  expect([...held.keys()]).toEqual(["kanon.recipe", "kanon.school.preferences"]);
  expect([school.keptText(), autosave.preferences().theme]).toEqual([null, "system"]);
  school.forgetAll();
  expect([...held.keys()]).toEqual(["kanon.recipe"]);

  const nothing = new Autosave(null);
  nothing.keepRecipe(recipeOf("age"));
  nothing.forgetAll();
  expect(nothing.keptText()).toBeNull();
  expect(held.size).toBe(1);
});
