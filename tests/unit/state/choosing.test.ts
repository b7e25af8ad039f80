/**
 * A policy that the user chooses for the release: what it replaces, when it is refused, and with which settings it
 * falls.
 */

import { expect, test } from "vitest";
import type { Population } from "../../../www/engine/wire/frontier";
import type { Found, Recipe } from "../../../www/engine/wire/protocol";
import { Heads } from "../../../www/state/answers";
import { choose, judge } from "../../../www/state/choosing";
import { withChosen, withoutOtherPeople, withoutStaleChoice, withReason } from "../../../www/state/chosen";
import { withConditions } from "../../../www/state/conditions";
import { currentReleased, currentResult, type Released, type Result } from "../../../www/state/result";
import { searchKey } from "../../../www/state/searched";
import type { SearchJob } from "../../../www/state/searching";
import { withFrontier, withUniques } from "../../../www/state/settings";
import { EMPTY_STUDY, type Study } from "../../../www/state/study";
import type { Workbench } from "../../../www/state/workbench";
import { recipeOf, sourceOf } from "./recipes";

const recipe = recipeOf("age");
const source = sourceOf("age");
const result = {
  search: 4,
  source,
  settings: searchKey(recipe),
  found: { progress: {}, outcome: { chosen: false, policy: [{ column: "age", level: 0 }] } },
} as unknown as Result;
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
const FOUND = { progress: {}, outcome: { chosen: true, policy: [{ column: "age", level: 1 }] } } as unknown as Found;

/** The loss of each level. */
const LOSSES = [0.4, 0.5, 0.6, 0.3];

/** A workbench with a result of search 4, and an engine that holds this search. */
function bench(holds: number, refusal: unknown = null) {
  const asked: unknown[] = [];
  const bench = {
    study: { ...EMPTY_STUDY, recipe, source, search: searched, released: {} as Released } as Study,
    failed: null as unknown,
    told: "",
    heads: new Heads(),
    set(patch: Partial<Study>) {
      bench.study = { ...bench.study, ...patch };
    },
    change(_: string, changed: Recipe) {
      bench.study = { ...bench.study, recipe: changed };
    },
    tell(words: string) {
      bench.told = words;
    },
    fail(_: string, error: unknown) {
      bench.failed = error;
    },
    engine: {
      holdsSearch: (search: number) => search === holds,
      evaluate: async (levels: Uint8Array) => {
        if (refusal !== null) throw refusal;
        return { levels: [...levels], valid: levels[0] !== 2, loss: LOSSES[levels[0] ?? 0] };
      },
      found: async (_: unknown, settings: string) => {
        asked.push((JSON.parse(settings) as Recipe).chosen);
        return FOUND;
      },
    },
  };
  return { bench, asked, workbench: bench as unknown as Workbench };
}

test("a chosen policy takes the place of the best one, and the release of that is gone", async () => {
  const { bench: now, asked, workbench } = bench(4);
  await choose(workbench, [1]);
  expect(asked).toEqual([{ policy: { levels: { age: 1 } } }]);
  expect(currentResult(now.study)?.found).toBe(FOUND);
  expect(currentReleased(now.study)).toBeNull();
});

test("the best policy of a search is named beside the chosen one, but where that is better", async () => {
  const best = { levels: [0], loss: 0.4 };
  const progress = { best, bound: 0.1 };
  const ended = { ...result, found: { ...result.found, progress } } as unknown as Result;
  for (const [level, known] of [
    [1, { best: { loss: 0.4, proven: false } }],
    [3, {}],
  ] as const) {
    const { bench: now, asked, workbench } = bench(4);
    now.set({ search: { ...searched, answered: { run, key: result.settings, answer: ended } } });
    await choose(workbench, [level]);
    expect(asked).toEqual([{ policy: { levels: { age: level }, ...known } }]);
  }
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
  expect(now.study.recipe).toBe(recipe);
  expect(now.failed).toMatchObject({ code: "x" });
  expect(currentResult(now.study)).toBe(result);
});

test("a policy that suppresses too much is not chosen", async () => {
  const { bench: now, workbench } = bench(4);
  await choose(workbench, [2]);
  expect(now.told).toContain("more records than may be");
  expect(now.study.recipe).toBe(recipe);
});

test("a choice goes with the settings that it was made in, and a point does not mind the measure", () => {
  const policy = withChosen(recipe, { policy: { levels: { age: 1 } } });
  const point = withChosen(recipe, { frontier: { space: "partition", risk: 0.1, loss: 1 } });
  const other = (one: Recipe): Recipe => ({ ...one, loss: { ...one.loss, measure: "entropy" } });
  const safer = (one: Recipe): Recipe => ({ ...one, privacy: { ...one.privacy, k: 9 } });
  const shuffled = (one: Recipe): Recipe => ({ ...one, release: { shuffle: 1 } });
  expect(withoutStaleChoice(policy, other(policy), true).chosen).toBeUndefined();
  expect(withoutStaleChoice(point, other(point), true).chosen).toBe(point.chosen);
  for (const one of [policy, point]) {
    expect(withoutStaleChoice(one, safer(one), true).chosen).toBeUndefined();
    expect(withoutStaleChoice(one, shuffled(one), true).chosen).toBe(one.chosen);
    expect(withoutStaleChoice(one, shuffled(one), false).chosen).toBeUndefined();
    expect(withoutStaleChoice(recipe, one, true).chosen).toBe(one.chosen);
  }
});

test("a point of a frontier of levels goes with its measure and its risk", () => {
  const point = withChosen(recipe, { frontier: { space: "full-domain", risk: 0.1, loss: 1 } });
  const other = { ...point, loss: { ...point.loss, measure: "entropy" } } as const;
  expect(withoutStaleChoice(point, other, true).chosen).toBeUndefined();
  expect(withoutStaleChoice(point, withFrontier(point, { risk: "average" }), true).chosen).toBeUndefined();
  expect(withoutStaleChoice(point, withFrontier(point, { policies: 9 }), true).chosen).toBe(point.chosen);
});

test("a point of a frontier goes with the people that it was chosen among", () => {
  const people = (key: string): Population => ({ file: new File([key], "people.csv"), key });
  const among = { file: "people.csv", people: 9, journalist: 0.1 };
  const point = withChosen(recipe, { frontier: { space: "partition", risk: 0.1, loss: 1, population: among } });
  const alone = withChosen(recipe, { frontier: { space: "partition", risk: 0.1, loss: 1 } });
  expect(withoutOtherPeople(point, people("a"), people("b")).chosen).toBeUndefined();
  expect(withoutOtherPeople(point, people("a"), null).chosen).toBeUndefined();
  expect(withoutOtherPeople(point, people("a"), people("a")).chosen).toBe(point.chosen);
  // A recipe that names its population is given it.
  expect(withoutOtherPeople(point, null, people("a")).chosen).toBe(point.chosen);
  expect(withoutOtherPeople(alone, people("a"), people("b")).chosen).toBe(alone.chosen);
});

test("suppressed cells go with every setting that they were made under, and mind none of the search", () => {
  const cells = withChosen(withUniques(recipe, { suppress: "strict" }), { cells: {} });
  const age = recipe.columns.age ?? { role: "quasi-identifier" as const };
  const withAge = (patch: object): Recipe => ({ ...cells, columns: { ...cells.columns, age: { ...age, ...patch } } });
  for (const other of [
    { ...cells, privacy: { ...cells.privacy, k: 9 } },
    withConditions(cells, [{ "average-risk": 0.1 }]),
    withConditions(cells, [{ "k-map": 5 }]),
    withAge({ role: "sensitive" }),
    withAge({ hierarchy: { intervals: { widths: [7] } } }),
    withAge({ missing: ["-9"] }),
    { ...cells, dialect: { ...cells.dialect, missing: ["", "?"] } },
  ])
    expect(withoutStaleChoice(cells, other, true).chosen).toBeUndefined();
  const conditioned = withConditions(cells, [{ "k-map": 5 }]);
  expect(withoutStaleChoice(conditioned, withConditions(conditioned, []), true).chosen).toBeUndefined();
  for (const other of [
    { ...cells, loss: { ...cells.loss, measure: "entropy" } as const },
    { ...cells, privacy: { ...cells.privacy, suppression_limit: 0.5 } },
  ])
    expect(withoutStaleChoice(cells, other, true).chosen).toBe(cells.chosen);
  for (const patch of [{ k: 4 }, { suppress: "wildcard" }, { weights: { age: 2 } }] as const)
    expect(withoutStaleChoice(cells, withUniques(cells, patch), true).chosen).toBeUndefined();
  expect(withReason(cells, "few losses").chosen).toEqual({ cells: { why: "few losses" } });
});
