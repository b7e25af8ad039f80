import { expect, test } from "vitest";
import type { Found, ReleasedHead } from "../../../www/engine/wire/protocol";
import { Answers } from "../../../www/state/answers";
import { choose, judge } from "../../../www/state/choosing";
import { currentResult, type Released, type Result } from "../../../www/state/result";
import type { SearchJob } from "../../../www/state/searching";
import { EMPTY_STUDY, type Study, searchKey } from "../../../www/state/study";
import type { Workbench } from "../../../www/state/workbench";
import { recipeOf, sourceOf } from "./recipes";

const recipe = recipeOf("age");
const source = sourceOf("age");
const result = { search: 4, source, settings: searchKey(recipe), found: { progress: {} } } as unknown as Result;
const run = Symbol("search");
const searched: SearchJob = {
  run,
  key: result.settings,
  source,
  plan: null,
  state: "ended",
  reached: [],
  answered: { run, key: result.settings, answer: result },
};
const FOUND = { chosen: true } as unknown as Found;

/** A workbench with a result of search 4, and an engine that holds this search. */
function bench(holds: number, refusal: unknown = null) {
  const asked: unknown[] = [];
  const bench = {
    study: { ...EMPTY_STUDY, recipe, source, search: searched, released: {} as Released } as Study,
    failed: null as unknown,
    heads: new Answers<ReleasedHead | null>(),
    set(patch: Partial<Study>) {
      bench.study = { ...bench.study, ...patch };
    },
    fail(_: string, error: unknown) {
      bench.failed = error;
    },
    engine: {
      holdsSearch: (search: number) => search === holds,
      choose: async (levels: Uint8Array | null) => {
        if (refusal !== null) throw refusal;
        asked.push(levels === null ? null : [...levels]);
      },
      evaluate: async (levels: Uint8Array) => ({ levels: [...levels] }),
      found: async () => FOUND,
    },
  };
  return { bench, asked, workbench: bench as unknown as Workbench };
}

test("a chosen policy takes the place of the best one, and the release of that is gone", async () => {
  const { bench: now, asked, workbench } = bench(4);
  await choose(workbench, [1]);
  expect(asked).toEqual([[1]]);
  expect(currentResult(now.study)?.found).toBe(FOUND);
  expect(now.study.released).toBeNull();
});

test("an engine that holds another search is not asked", async () => {
  const { bench: now, asked, workbench } = bench(5);
  await choose(workbench, [1]);
  expect(asked).toEqual([]);
  expect(currentResult(now.study)).toBe(result);
  expect(await judge(workbench, result, [1])).toBeNull();
});

test("while work goes on nobody asks", async () => {
  const { bench: now, asked, workbench } = bench(4);
  now.set({ activity: { kind: "sweeping", name: "", done: 0, all: null } });
  await choose(workbench, [1]);
  expect(asked).toEqual([]);
});

test("a refusal is told under Policy and changes nothing", async () => {
  const { bench: now, workbench } = bench(4, { code: "x", message: "no", advice: "", place: {} });
  await choose(workbench, [9]);
  expect(now.failed).toMatchObject({ code: "x" });
  expect(currentResult(now.study)).toBe(result);
});
