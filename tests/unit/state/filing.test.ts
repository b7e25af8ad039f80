/** The files of a review: what report and recipe say about columns, what the reviewer says, and undo over both. */

import { beforeEach, expect, test, vi } from "vitest";
import type { DeclaredRelease, ReviewFiles } from "../../../www/engine/wire/review";
import { Desk } from "../../../www/state/desk";
import { areNamedAlike, filedAs } from "../../../www/state/filed";
import { give, NO_WORDS, sayKind, takeAway } from "../../../www/state/filing";
import { undoReview } from "../../../www/state/review-history";
import { know, proposed, setConditions, setReview } from "../../../www/state/reviewing";
import type { Source } from "../../../www/state/source";
import { NOTHING_TO_HIRE } from "../engine/hired";
import { sourceOf } from "./recipes";

const told = vi.hoisted(() => ({ dossier: null as unknown, reads: [] as string[] }));
vi.mock("../../../www/engine/client", () => ({
  Engine: class {
    quick = async () => told.dossier;
    about = async () => [];
  },
}));
vi.mock("../../../www/engine/review-client", () => ({
  glance: async (_engine: unknown, file: File) => ({ sha256: `of ${file.name}`, text: await file.text() }),
}));
vi.mock("../../../www/state/opening", () => ({
  read: async (
    _desk: unknown,
    _step: unknown,
    file: Blob,
    name: string,
    _as: unknown,
    settle: (source: Source) => void,
  ) => {
    told.reads.push(name);
    const { profile, ...source } = sourceOf("age", "sex", "n");
    const suggestion = (column: string) => ({
      role: column === "age" ? "quasi-identifier" : "insensitive",
      reason: "",
    });
    const columns = profile.columns.map((column) => ({ ...column, suggestion: suggestion(column.name) }));
    settle({ ...source, file, name, profile: { ...profile, columns } } as Source);
  },
}));

const PROMISED: DeclaredRelease = {
  k: 7,
  kBy: "both",
  areRemoved: false,
  cells: null,
  ignoresMissing: false,
  columns: [
    { name: "age", role: "quasi-identifier", by: "both", isUntouched: false },
    { name: "gone", role: "quasi-identifier", by: "report", isUntouched: false },
    { name: "sex", role: "sensitive", by: "recipe", isUntouched: true },
  ],
  leftOut: ["name"],
  countColumn: "n",
  protect: "[]",
  protectBy: "both",
  weightColumn: null,
  contradictions: [],
};

function dossier(
  kinds: readonly ReviewFiles["files"][number]["kind"][],
  promised: DeclaredRelease | null = null,
): ReviewFiles {
  const files = kinds.map((kind) => ({ kind, why: "", agrees: null, problem: null }));
  return { files, promised, recipe: null, reference: null, studied: null, words: NO_WORDS };
}

const csv = (name: string) => new File(["age;sex;n\n"], name);

let desk: Desk;
beforeEach(() => {
  told.reads = [];
  desk = new Desk(NOTHING_TO_HIRE);
});

test("what report and recipe say is taken over with who says it, and nothing else", async () => {
  told.dossier = dossier(["release", "report"], PROMISED);
  await give(desk, [csv("a.csv"), csv("b.json")]);
  expect(desk.study.reviewed).toMatchObject({
    qis: ["age"],
    others: { sex: "sensitive", n: "count" },
    by: { age: "both", sex: "recipe", n: "recipe" },
    k: 7,
    kBy: "both",
  });
  expect(filedAs(desk.study, "report")?.name).toBe("b.json");
  expect(told.reads).toEqual(["a.csv"]);
});

test("a release alone leaves columns and k open", async () => {
  told.dossier = dossier(["release"]);
  await give(desk, [csv("a.csv")]);
  expect(desk.study.reviewed).toMatchObject({ qis: [], others: {}, k: null });
  expect(proposed(desk.study)).toEqual(["age"]);
});

test("a file of the same name takes the other's place, and a further one leaves what was said", async () => {
  told.dossier = dossier(["release"]);
  await give(desk, [csv("a.csv")]);
  know(desk, "age", "quasi-identifier");
  told.dossier = dossier(["release", "other"]);
  await give(desk, [csv("note.json")]);
  expect(desk.study.reviewed.qis).toEqual(["age"]);
  expect(told.reads).toEqual(["a.csv"]);
  await give(desk, [csv("a.csv")]);
  expect(desk.study.filing?.files.map(({ name }) => name)).toEqual(["note.json", "a.csv"]);
});

test("of files that are taken away in quick succession none comes back", async () => {
  told.dossier = dossier(["release", "other", "other"]);
  await give(desk, [csv("a.csv"), csv("note.json"), csv("more.json")]);
  await Promise.all([takeAway(desk, "note.json"), takeAway(desk, "more.json")]);
  expect(desk.study.filing?.files.map(({ name }) => name)).toEqual(["a.csv"]);
  undoReview(desk);
  expect(desk.study.filing?.files.map(({ name }) => name)).toEqual(["a.csv", "more.json"]);
});

test("what the reviewer said stays when a report comes or goes, where nobody else says it", async () => {
  told.dossier = dossier(["release"]);
  await give(desk, [csv("a.csv")]);
  know(desk, "age", "insensitive");
  know(desk, "n", "identifier");
  setReview(desk, "k", { k: 3, kBy: "reviewer", blank: "wildcard" });
  told.dossier = dossier(["release", "report"], { ...PROMISED, countColumn: null });
  await give(desk, [csv("b.json")]);
  expect(desk.study.reviewed).toMatchObject({
    qis: ["age"],
    others: { sex: "sensitive", n: "identifier" },
    by: { age: "both", n: "reviewer" },
    k: 7,
    blank: "wildcard",
  });
  told.dossier = dossier(["release"]);
  await takeAway(desk, "b.json");
  expect(desk.study.reviewed).toMatchObject({ qis: [], others: { n: "identifier" }, by: { n: "reviewer" }, k: null });
});

test("conditions are taken over with how people are counted, and the reviewer's own stay where nobody says any", async () => {
  told.dossier = dossier(["release"]);
  await give(desk, [csv("a.csv")]);
  know(desk, "sex", "sensitive");
  setConditions(desk, "add a condition", [{ "l-diversity": { column: "sex", l: 2 } }]);
  told.dossier = dossier(["release", "report"], PROMISED);
  await give(desk, [csv("b.json")]);
  const own = { "l-diversity": { column: "sex", l: 2 } };
  expect(desk.study.reviewed).toMatchObject({ conditions: [own], conditionsBy: "reviewer" });
  const protect = '[{"k-map": 11}, {"l-diversity": {"column": "sex", "l": 3}}]';
  const columns = PROMISED.columns.filter(({ name }) => name !== "sex");
  told.dossier = dossier(["release", "report"], { ...PROMISED, columns, protect, weightColumn: "n" });
  await give(desk, [csv("c.json")]);
  expect(desk.study.reviewed).toMatchObject({
    others: { sex: "sensitive" },
    by: { sex: "both" },
    conditions: [{ "k-map": 11 }, { "l-diversity": { column: "sex", l: 3 } }],
    conditionsBy: "both",
    weights: "n",
  });
  // What is no longer said to be sensitive is asked for nothing.
  know(desk, "sex", "insensitive");
  expect(desk.study.reviewed.conditions).toEqual([{ "k-map": 11 }]);
});

test("undo goes back over files and words, one change after the other", async () => {
  told.dossier = dossier(["release"]);
  await give(desk, [csv("a.csv")]);
  know(desk, "age", "quasi-identifier");
  know(desk, "sex", "sensitive");
  told.dossier = dossier(["table"]);
  await sayKind(desk, "a.csv", "original");
  expect(desk.study.source).toBeNull();
  expect(undoReview(desk)).toBe("what a.csv is");
  expect(desk.study.source?.name).toBe("a.csv");
  expect(desk.study.reviewed).toMatchObject({ qis: ["age"], others: { sex: "sensitive" } });
  expect(undoReview(desk)).toBe("what sex is");
  expect(undoReview(desk)).toBe("what age is");
  expect(undoReview(desk)).toBe("add a.csv");
  expect(desk.study.filing).toBeNull();
  expect(undoReview(desk)).toBeNull();
});

test("all files are taken away at once", async () => {
  told.dossier = dossier(["release", "report"], PROMISED);
  await give(desk, [csv("a.csv"), csv("b.json")]);
  await takeAway(desk, null);
  expect(desk.study).toMatchObject({ source: null, promised: null, reviewed: { k: null } });
});

test("without names of columns, those that were left out move the others", () => {
  const { dialect } = sourceOf("age");
  expect(areNamedAlike(PROMISED, { ...dialect, header: false })).toBe(false);
  expect(areNamedAlike({ ...PROMISED, leftOut: [] }, { ...dialect, header: false })).toBe(true);
});
