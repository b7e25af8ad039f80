/**
 * What an earlier visit kept: recalled, offered for the same columns, or removed with a word where it cannot be read.
 */

import { beforeEach, expect, test } from "vitest";
import { kanonError, toKanonError } from "../../../www/engine/failure";
import type { Recipe } from "../../../www/engine/wire/protocol";
import { Autosave } from "../../../www/state/autosave";
import { keepForNext, offerKept, recall } from "../../../www/state/last-visit";
import { EMPTY_STUDY, type Study } from "../../../www/state/study";
import type { Notice, Workbench } from "../../../www/state/workbench";
import { recipeOf, sourceOf } from "./recipes";
import { stubStorage } from "./storage";

/** As much of a workbench as the last visit touches; the core takes a text as it is, or throws. */
function bench(refusal: unknown = null) {
  const bench = {
    study: EMPTY_STUDY as Study,
    kept: null as Workbench["kept"],
    keptPins: [] as Workbench["keptPins"],
    notice: null as Notice | null,
    autosave,
    announce: () => undefined,
    tell(text: string, act?: Notice["act"]) {
      bench.notice = act === undefined ? { text } : { text, act };
    },
    engine: {
      normalizeRecipe: async (text: string) => {
        if (refusal !== null) throw refusal;
        return text;
      },
    },
  };
  return { bench, workbench: bench as unknown as Workbench };
}

const autosave = new Autosave("kanon");
let held: Map<string, string>;
beforeEach(() => {
  held = stubStorage();
});

test("what an earlier visit kept is recalled and stays kept", async () => {
  autosave.keepRecipe(recipeOf("age"));
  const { bench: now, workbench } = bench();
  await recall(workbench);
  expect(now.kept?.without).toEqual([]);
  expect(Object.keys(now.kept?.recipe.columns ?? {})).toEqual(["age"]);
  expect(autosave.keptText()).not.toBeNull();
});

test("nothing kept is nothing said", async () => {
  const { bench: now, workbench } = bench();
  await recall(workbench);
  expect([now.kept, now.notice]).toEqual([null, null]);
});

test("values that an earlier version kept are taken out, on the device too", async () => {
  const columns = { sex: { role: "quasi-identifier", hierarchy: { rows: [["female", "*"]] } } };
  held.set("kanon.recipe", JSON.stringify({ ...recipeOf(), columns }));
  const { bench: now, workbench } = bench();
  await recall(workbench);
  expect(now.kept?.without).toEqual(["sex"]);
  expect(JSON.stringify(now.kept)).not.toContain("female");
  expect(autosave.keptText()).not.toContain("female");
});

test("what cannot be read is removed, and the user is told", async () => {
  held.set("kanon.recipe", "{");
  const { bench: now, workbench } = bench(kanonError("recipe-syntax", "It is no JSON.", ""));
  await recall(workbench);
  expect(autosave.keptText()).toBeNull();
  expect(now.notice?.text).toContain("It is no JSON.");
});

test("a worker that is lost says nothing of what is kept", async () => {
  held.set("kanon.recipe", "{}");
  const { bench: now, workbench } = bench(toKanonError(new Error("it ended")));
  await recall(workbench);
  expect(autosave.keptText()).toBe("{}");
  expect(now.notice).toBeNull();
});

const readAgain = () => Promise.resolve();

test("settings are offered for the same columns only, and once", () => {
  const { bench: now, workbench } = bench();
  now.kept = { recipe: recipeOf("age"), without: ["age"] };
  offerKept(workbench, sourceOf("age", "sex"), readAgain);
  expect(now.notice?.act?.label).toBe("Use them here");
  expect(now.notice?.text).toContain("age will get suggestions");
  expect(now.kept).toBeNull();

  const { bench: other, workbench: elsewhere } = bench();
  other.kept = { recipe: recipeOf("age"), without: [] };
  offerKept(elsewhere, sourceOf("sex"), readAgain);
  expect([other.kept, other.notice]).toEqual([null, null]);
});

test("a table without settings leaves nothing for the next", () => {
  const { bench: now, workbench } = bench();
  keepForNext(workbench);
  now.study = { ...EMPTY_STUDY, recipe: recipeOf() };
  keepForNext(workbench);
  expect(now.kept).toBeNull();
  const recipe: Recipe = recipeOf("age");
  now.study = { ...EMPTY_STUDY, recipe };
  keepForNext(workbench);
  expect(now.kept).toEqual({ recipe, without: [] });
});
