/** The question whether the intervals of single columns are the best: of which policy it is asked, and when again. */

import { beforeEach, expect, test, vi } from "vitest";
import { cancelled } from "../../../www/engine/failure";
import { hire } from "../../../www/engine/hire";
import type { ColumnVerdict, PartitionView } from "../../../www/engine/wire/protocol";
import { lookAtPolicy } from "../../../www/state/frontier";
import { keyOf } from "../../../www/state/keys";
import { ownOf, proveOwn } from "../../../www/state/own";
import { frontierSettings, withFrontier } from "../../../www/state/settings";
import { Workbench } from "../../../www/state/workbench";
import { hiring, NOTHING_TO_HIRE } from "../engine/hired";
import { recipeOf, sourceOf } from "./recipes";
import { stubStorage } from "./storage";

vi.mock("../../../www/engine/hire", () => ({ hire: vi.fn() }));

/** A policy whose columns have these names of intervals, value by value. */
function viewOf(...columns: readonly string[]): PartitionView {
  const named = columns.map((names, at) => ({ column: `${at}`, rows: [...names].map((name, value) => [value, name]) }));
  return { columns: named } as unknown as PartitionView;
}

const VERDICTS: ColumnVerdict[] = [{ column: "0", isBest: true, better: null }];
const view = viewOf("aabc", "d", "ef");
const recipe = recipeOf("age");

let workbench: Workbench;
let asked: { kept: Uint8Array; answer: () => void; refuse: () => void }[];
beforeEach(() => {
  stubStorage();
  asked = [];
  const face = {
    cancel: () => asked.at(-1)?.refuse(),
    ownIntervals: (_job: number, kept: Uint8Array) =>
      new Promise((resolve, reject) => {
        asked.push({ kept, answer: () => resolve(VERDICTS), refuse: () => reject(cancelled()) });
      }),
  };
  vi.mocked(hire).mockImplementation(hiring(() => face).hire);
  workbench = new Workbench({ instance: "", keptAs: "kanon", hiring: NOTHING_TO_HIRE });
  workbench.change("open", recipe, sourceOf("age"));
  const { source } = workbench.study;
  if (source === null) throw new Error("no file is open");
  const plan = frontierSettings(recipe);
  const reached = { start: null, step: null, shape: null, named: [], chosen: view, own: null };
  const key = keyOf(workbench.study, "frontier", plan);
  workbench.set({ frontier: { run: Symbol(), key, source, plan, state: "ended", reached, answered: null } });
  return () => workbench.engine.end();
});

async function begun(): Promise<{ done: Promise<void> }> {
  const before = asked.length;
  const done = proveOwn(workbench, view);
  await vi.waitFor(() => expect(asked).toHaveLength(before + 1));
  return { done };
}

test("the engine is asked for the boundaries of the policy, and the answer is of that policy alone", async () => {
  const { done } = await begun();
  expect([...(asked[0]?.kept ?? [])]).toEqual([0, 1, 1, 1]);
  expect(ownOf(workbench, view)).toEqual({ of: view, verdicts: null });
  asked[0]?.answer();
  await done;
  expect(ownOf(workbench, view)?.verdicts).toEqual(VERDICTS);
  expect(ownOf(workbench, viewOf("aabc", "d", "ef"))).toBeNull();
  workbench.change("other settings", withFrontier(recipe, { policies: 7 }));
  expect(ownOf(workbench, view)).toBeNull();
});

test.each([
  ["it is cancelled", () => workbench.cancel()],
  ["another policy is looked at", () => lookAtPolicy(workbench, viewOf("aaaa", "d", "ee"))],
  ["the settings change", () => workbench.change("other settings", withFrontier(recipe, { policies: 7 }))],
])("nothing is left when %s", async (_, change) => {
  const { done } = await begun();
  change();
  await done;
  expect(workbench.study.frontier?.reached.own).toBeNull();
  expect(workbench.study.activity).toBeNull();
  expect(workbench.study.failures).toEqual({});
});

test("what is asked for again while the first is still being cancelled is answered", async () => {
  const first = await begun();
  const second = proveOwn(workbench, view);
  await first.done;
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.answer();
  await second;
  expect(ownOf(workbench, view)?.verdicts).toEqual(VERDICTS);
});
