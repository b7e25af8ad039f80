import { expect, test, vi } from "vitest";
import {
  forgetAll,
  keepPins,
  keepPreferences,
  keepRecipe,
  keptPins,
  keptText,
  preferences,
  takeApart,
} from "../../../www/state/autosave";
import { withHierarchy } from "../../../www/state/recipe";
import { recipeOf } from "./recipes";
import { stubStorage } from "./storage";

test("settings are kept without values and without how the file was read", () => {
  stubStorage();
  keepRecipe(withHierarchy(recipeOf("age", "sex"), "sex", { rows: [["female", "*"]] }));
  const text = keptText() ?? "";
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
  keepPins([pin]);
  expect(keptPins()).toEqual([pin]);
  for (const text of ["{", "{}", "[1]"]) {
    held.set("kanon.pins", text);
    expect(keptPins()).toEqual([]);
  }
});

test("preferences are those that were kept, one by one", () => {
  const held = stubStorage();
  expect(preferences()).toEqual({ theme: "system", singleKeys: true, workers: null });
  keepPreferences({ theme: "dark", singleKeys: false, workers: 3 });
  expect(preferences()).toEqual({ theme: "dark", singleKeys: false, workers: 3 });
  held.set("kanon.preferences", '{"theme":"pink","singleKeys":false,"workers":-1}');
  expect(preferences()).toEqual({ theme: "system", singleKeys: false, workers: null });
});

test("all is forgotten", () => {
  const held = stubStorage();
  keepRecipe(recipeOf("age"));
  keepPins([]);
  keepPreferences({ theme: "dark", singleKeys: true, workers: null });
  expect(held.size).toBe(3);
  forgetAll();
  expect(held.size).toBe(0);
});

test("a browser that keeps nothing is no failure", () => {
  const closed = () => {
    throw new Error("closed");
  };
  vi.stubGlobal("localStorage", { getItem: closed, setItem: closed, removeItem: closed });
  keepRecipe(recipeOf("age"));
  forgetAll();
  expect([keptText(), keptPins()]).toEqual([null, []]);
});
