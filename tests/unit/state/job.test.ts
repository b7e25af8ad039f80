/** Jobs: how one runs, is cancelled or fails, what makes its answer stale, and what stays of earlier runs. */

import { beforeEach, expect, test, vi } from "vitest";
import { kanonError } from "../../../www/engine/failure";
import { hire } from "../../../www/engine/hire";
import type { Recipe } from "../../../www/engine/wire/protocol";
import type { SweepPlan } from "../../../www/engine/wire/sweep";
import { withConditions, withK } from "../../../www/state/conditions";
import {
  changeAnswer,
  changeJob,
  currentAnswer,
  currentJob,
  isStale,
  jobOfFile,
  lastAnswer,
  type Running,
  runJob,
} from "../../../www/state/job";
import { keyOf, problemKey } from "../../../www/state/keys";
import { withFrontier, withUniques } from "../../../www/state/settings";
import type { Swept } from "../../../www/state/sweeping";
import type { Uniques } from "../../../www/state/uniques";
import { Workbench } from "../../../www/state/workbench";
import { changedSince } from "../../../www/text/stale";
import { hiring, NOTHING_TO_HIRE } from "../engine/hired";
import { recipeOf, sourceOf } from "./recipes";
import { stubStorage } from "./storage";

vi.mock("../../../www/engine/hire", () => ({ hire: vi.fn() }));
vi.mock("../../../www/state/encoding", () => ({ encode: async () => undefined }));

const PLAN: Swept = { plan: { k: [2, 5] }, protect: [] };
const REACHED = { points: [], all: 0, milliseconds: 0 };
const BEGUN = {
  name: "sweep",
  step: "policy",
  activity: { kind: "sweeping", name: "", done: 0, all: null },
  plan: PLAN,
  reached: REACHED,
} as const;

const recipe = recipeOf("age");
let workbench: Workbench;
beforeEach(() => {
  stubStorage();
  vi.mocked(hire).mockImplementation(hiring(() => ({})).hire);
  workbench = new Workbench({ instance: "", keptAs: "kanon", hiring: NOTHING_TO_HIRE });
  workbench.change("open", recipe, sourceOf("age"));
  return () => workbench.engine.end();
});

/** A promise that the test settles. */
function pending<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((given, refused) => {
    resolve = given;
    reject = refused;
  });
  return { promise, resolve, reject };
}

/** A job that goes on until the test ends it. */
async function held() {
  const { promise, resolve, reject } = pending<boolean>();
  const running = pending<Running<"sweep">>();
  const done = runJob(workbench, BEGUN, async (given) => {
    running.resolve(given);
    return { whole: await promise };
  });
  return { ...(await running.promise), done, end: resolve, fail: reject };
}

test("a job runs, shows how far it is, and ends", async () => {
  const { reach, done, end } = await held();
  expect(currentJob(workbench.study, "sweep")).toMatchObject({ state: "running", plan: PLAN, answered: null });
  expect(workbench.study.activity?.kind).toBe("sweeping");
  reach((before) => ({ ...before, all: 7 }));
  expect(workbench.study.sweep?.reached.all).toBe(7);
  end(true);
  await done;
  expect(workbench.study.sweep?.state).toBe("ended");
  expect(workbench.study.activity).toBeNull();
});

test("what is cancelled keeps what it has reached", async () => {
  const { reach, done, end, signal } = await held();
  reach((before) => ({ ...before, all: 7 }));
  workbench.cancel();
  expect(signal.aborted).toBe(true);
  end(false);
  await done;
  expect(workbench.study.sweep).toMatchObject({ state: "cancelled", reached: { all: 7 } });
});

test("a failure is told at its step, a cancel that is thrown is none", async () => {
  const first = await held();
  first.fail(kanonError("some-code", "What.", "Do."));
  await first.done;
  expect(workbench.study.sweep?.state).toBe("failed");
  expect(workbench.study.failures.policy?.code).toBe("some-code");

  const second = await held();
  expect(workbench.study.failures.policy).toBeUndefined();
  workbench.cancel();
  second.fail(kanonError("cancelled", "Cancelled.", ""));
  await second.done;
  expect(workbench.study.sweep?.state).toBe("cancelled");
  expect(workbench.study.failures.policy).toBeUndefined();
});

test("what comes late from an earlier run does not touch the next", async () => {
  const first = await held();
  const second = await held();
  first.reach((before) => ({ ...before, all: 99 }));
  first.end(true);
  await first.done;
  expect(workbench.study.sweep).toMatchObject({ run: second.run, state: "running", reached: REACHED });
  expect(workbench.study.activity?.kind).toBe("sweeping");
  changeJob(workbench, "sweep", first.run, () => ({ state: "failed" }));
  expect(workbench.study.sweep?.state).toBe("running");
  second.end(true);
  await second.done;
  expect(workbench.study.sweep?.state).toBe("ended");
});

test("a job is stale under other settings, and current again when they are taken back", async () => {
  const { done, end } = await held();
  end(true);
  await done;
  workbench.change("loss", { ...recipe, loss: { ...recipe.loss, measure: "entropy" } });
  expect(isStale(workbench.study, "sweep")).toBe(true);
  expect(currentJob(workbench.study, "sweep")).toBeNull();
  expect(jobOfFile(workbench.study, "sweep")).not.toBeNull();
  workbench.undo();
  expect(isStale(workbench.study, "sweep")).toBe(false);
  expect(currentJob(workbench.study, "sweep")).not.toBeNull();
});

test("a sweep over k does not depend on k, but on the limit", async () => {
  const { done, end } = await held();
  end(true);
  await done;
  const { privacy } = recipe;
  workbench.change("k", { ...recipe, privacy: { ...privacy, k: 9 } });
  expect(isStale(workbench.study, "sweep")).toBe(false);
  workbench.change("limit", { ...recipe, privacy: { ...privacy, suppression_limit: 0.5 } });
  expect(isStale(workbench.study, "sweep")).toBe(true);
});

test("a sweep over a threshold depends on all conditions but for that threshold", () => {
  const asked = (l: number, risk: number) =>
    withConditions(recipe, [{ "l-diversity": { column: "illness", l } }, { "average-risk": risk }]);
  const key = (settings: Recipe, plan: SweepPlan) => {
    workbench.change("conditions", settings);
    return keyOf(workbench.study, "sweep", { plan, protect: settings.protect ?? [] });
  };
  const thresholds = { thresholds: { condition: 2, thresholds: [2, 3] } };
  expect(key(asked(3, 0.1), thresholds)).toBe(key(asked(2, 0.1), thresholds));
  expect(key(asked(2, 0.2), thresholds)).not.toBe(key(asked(2, 0.1), thresholds));
  expect(key(withK(asked(2, 0.1), 9), thresholds)).not.toBe(key(asked(2, 0.1), thresholds));
  expect(key(withK(asked(2, 0.1), 9), { k: [2, 5] })).toBe(key(asked(2, 0.1), { k: [2, 5] }));
  expect(key(asked(3, 0.1), { k: [2, 5] })).not.toBe(key(asked(2, 0.1), { k: [2, 5] }));
});

test("a sweep does not depend on what else is asked of the table, nor on how its release is written", async () => {
  const { done, end } = await held();
  end(true);
  await done;
  workbench.change("suppressed records", { ...recipe, release: { suppressed: "remove" } });
  workbench.change("frontier", withFrontier(recipe, { policies: 7 }));
  workbench.change("uniques", withUniques(recipe, { k: 3 }));
  expect(isStale(workbench.study, "sweep")).toBe(false);
  expect(problemKey(withUniques(recipe, { k: 3 }))).toBe(problemKey(recipe));
});

test("the jobs of a file go with it, also while they run", async () => {
  const { reach, done, end } = await held();
  workbench.change("open another", recipe, sourceOf("age"));
  expect(workbench.study.sweep).toBeNull();
  reach((before) => ({ ...before, all: 7 }));
  end(true);
  await done;
  expect(workbench.study.sweep).toBeNull();
});

/** Finds unsafe combinations; of what is found only the columns are there. */
async function found(columns: readonly string[], whole = true): Promise<void> {
  const activity = { kind: "finding", name: "", share: 0, cost: 0 } as const;
  const begun = { name: "uniques", step: "uniques", activity, plan: null, reached: null } as const;
  await runJob(workbench, begun, async () =>
    whole ? { whole, answer: { columns } as unknown as Uniques } : { whole },
  );
}

test("what a run ended with stays, as the earlier one's, until the next has ended with something", async () => {
  const answers = () => [lastAnswer(workbench.study, "uniques"), currentAnswer(workbench.study, "uniques")];
  expect(answers()).toEqual([null, null]);
  await found(["a"]);
  expect(answers()).toEqual([{ columns: ["a"] }, { columns: ["a"] }]);
  workbench.change("k", withUniques(recipe, { k: 3 }));
  expect(answers()).toEqual([{ columns: ["a"] }, null]);
  await found(["b"], false);
  expect(answers()).toEqual([{ columns: ["a"] }, null]);
  await found(["c"]);
  expect(answers()).toEqual([{ columns: ["c"] }, { columns: ["c"] }]);
});

test("a change of what a run ended with is lost when another has ended since", async () => {
  await found(["a"]);
  const run = workbench.study.uniques?.answered?.run ?? Symbol();
  changeAnswer(workbench, "uniques", run, { columns: ["b"] });
  expect(currentAnswer(workbench.study, "uniques")?.columns).toEqual(["b"]);
  await found(["c"]);
  changeAnswer(workbench, "uniques", run, { columns: ["d"] });
  expect(currentAnswer(workbench.study, "uniques")?.columns).toEqual(["c"]);
});

test("every text of stale work comes from one place", () => {
  expect(changedSince("sweep")).toBe("The settings have changed since this curve.");
  expect(changedSince("uniques")).toBe("The settings have changed since the last search. Find again.");
});
