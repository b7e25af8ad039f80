/** The review of a finished file: the recipe with which it is requested, and the answer under changed settings. */

import { beforeEach, expect, test, vi } from "vitest";
import { Desk } from "../../../www/state/desk";
import { currentAnswer, lastAnswer } from "../../../www/state/job";
import { changeReview, know, reviewFinished } from "../../../www/state/reviewing";
import { NOTHING_TO_HIRE } from "../engine/hired";
import { sourceOf } from "./recipes";

const asked = vi.hoisted(() => ({ recipes: [] as string[], refusal: null as unknown }));
vi.mock("../../../www/engine/client", () => ({
  Engine: class {
    async quick() {
      return { blanksAreSuppressed: false, ofSuppressed: null, notChecked: [] };
    }
  },
}));
vi.mock("../../../www/state/encoding", () => ({ encode: async () => undefined }));
vi.mock("../../../www/engine/uniques-client", () => ({
  review: async (_engine: unknown, _source: unknown, { recipe }: { recipe: string }) => {
    asked.recipes.push(recipe);
    if (asked.refusal !== null) throw asked.refusal;
    return { reviewed: {}, disclosed: { hasClasses: true, identifiers: null, disclosure: [] } };
  },
  findUniques: async () => ({ report: {} }),
}));

let desk: Desk;
beforeEach(() => {
  asked.recipes = [];
  asked.refusal = null;
  desk = new Desk(NOTHING_TO_HIRE);
  desk.set({ source: sourceOf("age", "n", "ssn") });
  changeReview(desk, { k: 5 });
});

test("a review asks with the recipe that says what is known of the columns", async () => {
  know(desk, "age", "quasi-identifier");
  know(desk, "ssn", "identifier");
  know(desk, "n", "count");
  changeReview(desk, { k: 1, blank: "wildcard", emptyIsBlank: false });
  await reviewFinished(desk, 1);
  expect(JSON.parse(asked.recipes[0] ?? "")).toMatchObject({
    kanon: 1,
    dialect: { missing: ["*"] },
    columns: { age: { role: "quasi-identifier" }, ssn: { role: "identifier" } },
    count_column: "n",
    uniques: { k: 2, max_size: null, missing: "ignore" },
  });
});

test("one column at the most has the counts, and a quasi-identifier is nothing else", () => {
  know(desk, "n", "count");
  know(desk, "age", "count");
  expect(desk.study.reviewed.others).toEqual({ age: "count" });
  know(desk, "age", "quasi-identifier");
  expect(desk.study.reviewed).toMatchObject({ qis: ["age"], others: {} });
});

test("an answer is of the settings that it was asked under, and stays in sight", async () => {
  know(desk, "age", "quasi-identifier");
  await reviewFinished(desk, 1);
  expect(currentAnswer(desk.study, "review")?.settings.k).toBe(5);
  changeReview(desk, { k: 7 });
  expect(currentAnswer(desk.study, "review")).toBeNull();
  expect(lastAnswer(desk.study, "review")?.settings.k).toBe(5);
  changeReview(desk, { k: 5 });
  expect(currentAnswer(desk.study, "review")).not.toBeNull();
});

test("a failure is told on the desk of the review, and goes with the next run", async () => {
  know(desk, "age", "quasi-identifier");
  asked.refusal = { code: "x", message: "no", advice: "", place: {} };
  await reviewFinished(desk, 1);
  expect(desk.study.failures.review?.code).toBe("x");
  expect(desk.study.review?.state).toBe("failed");
  asked.refusal = null;
  await reviewFinished(desk, 1);
  expect(desk.study.failures.review).toBeUndefined();
});

test("nothing is asked before a quasi-identifier is named", async () => {
  await reviewFinished(desk, 1);
  expect(asked.recipes).toEqual([]);
});
