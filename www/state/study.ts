/** One study as one immutable value, and everything that can be read off it. */

import type { Population } from "../engine/wire/frontier";
import type {
  Bytes,
  Dialect,
  Found,
  KanonError,
  Profile,
  Progress,
  Recipe,
  Sniffed,
  TableSummary,
  Writing,
  Written,
} from "../engine/wire/protocol";
import type { Comparison } from "./comparing";
import type { Frontier } from "./frontier";
import type { Pin } from "./pins";
import { writingOf } from "./recipe";
import type { StepName } from "./step-name";
import type { PublishedStudy } from "./studying";
import type { SweepRun } from "./sweeping";
import type { UniquesJob } from "./uniques";

/** A file that was read; the file itself stays where it is, only its description is here. */
export interface Source {
  readonly file: Blob;
  readonly name: string;
  readonly dialect: Dialect;
  readonly encodingEvidence: Sniffed["encodingEvidence"];
  readonly profile: Profile;
}

/** One point of the line of loss and bound over time. */
export interface TrailPoint {
  readonly milliseconds: number;
  readonly loss: number | null;
  readonly bound: number;
  /** Share of the lattice that is closed. */
  readonly closed: number;
}

export interface Result {
  /** Number of the engine's search. */
  readonly search: number;
  readonly source: Source;
  /** The recipe as text: what the result belongs to. */
  readonly settings: string;
  readonly found: Found;
}

export interface Released {
  readonly result: Result;
  readonly writing: Writing;
  readonly written: Written;
}

/** What is going on at the moment. */
export type Activity =
  | { readonly kind: "reading" | "encoding" | "releasing"; readonly name: string; readonly bytes: Bytes | null }
  | {
      readonly kind: "searching";
      readonly name: string;
      readonly progress: Progress | null;
      readonly workers: number;
      readonly paused: boolean;
    }
  | { readonly kind: "sweeping"; readonly name: string; readonly done: number; readonly all: number | null }
  | { readonly kind: "comparing"; readonly name: string; readonly progress: Progress | null }
  /** Unsafe combinations, or cells to suppress, with their cost so far. */
  | { readonly kind: "finding"; readonly name: string; readonly share: number; readonly cost: number }
  /** Policies of a frontier that are evaluated, of so many. */
  | { readonly kind: "frontier"; readonly name: string; readonly evaluated: number; readonly most: number }
  /** Rows of a published study that are made and to be made; `left` is null before the first is begun. */
  | { readonly kind: "studying"; readonly name: string; readonly done: number; readonly left: number | null };

/** The jobs of a study, each of which keeps its last run. */
interface Kinds {
  readonly comparison: Comparison;
  readonly published: PublishedStudy;
  readonly sweep: SweepRun;
  readonly frontier: Frontier;
  readonly uniques: UniquesJob;
}
export type JobName = keyof Kinds;
export type JobOf<Name extends JobName> = Kinds[Name];
export type Jobs = { readonly [Name in JobName]: JobOf<Name> | null };
export const NO_JOBS: Jobs = { comparison: null, published: null, sweep: null, frontier: null, uniques: null };

export interface Study extends Jobs {
  readonly source: Source | null;
  readonly recipe: Recipe | null;
  readonly summary: { readonly key: string; readonly source: Source; readonly table: TableSummary } | null;
  readonly result: Result | null;
  readonly trail: readonly TrailPoint[];
  readonly released: Released | null;
  readonly pins: readonly Pin[];
  readonly population: Population | null;
  readonly activity: Activity | null;
  readonly failures: Readonly<Partial<Record<StepName, KanonError>>>;
}

export const EMPTY_STUDY: Study = {
  source: null,
  recipe: null,
  summary: null,
  result: null,
  trail: [],
  released: null,
  pins: [],
  ...NO_JOBS,
  population: null,
  activity: null,
  failures: {},
};

/** Where the current result stands: it may belong to settings that have since been changed. */
export type Standing = "none" | "current" | "earlier";

export type SearchedRecipe = Omit<Recipe, "uniques" | "frontier" | "release">;

/** The settings that a search of the best policy depends on: not what else is asked of the table, nor what is written then. */
export function searched(recipe: Recipe): SearchedRecipe {
  const { uniques: _unsafe, frontier: _plane, release: _writing, ...rest } = recipe;
  return rest;
}

/** The same as text. */
export function searchKey(recipe: Recipe): string {
  return JSON.stringify(searched(recipe));
}

export function standing(study: Study): Standing {
  if (study.result === null || study.recipe === null) return "none";
  const same = study.result.source === study.source && study.result.settings === searchKey(study.recipe);
  return same ? "current" : "earlier";
}

/** The result, when it belongs to the settings as they are. */
export function currentResult(study: Study): Result | null {
  return standing(study) === "current" ? study.result : null;
}

/** What was written, when it belongs to the settings as they are. */
export function currentReleased(study: Study): Released | null {
  const { released, recipe } = study;
  if (released === null || released.result !== currentResult(study)) return null;
  const { shuffle, removed } = writingOf(recipe);
  const { writing } = released;
  return writing.shuffle === shuffle && writing.removed === removed ? released : null;
}

/** The encoded table's summary, when it belongs to the settings as they are. */
export function currentSummary(study: Study): TableSummary | null {
  const { recipe, source, summary } = study;
  if (recipe === null || summary === null || summary.source !== source) return null;
  return summary.key === tableKey(recipe) ? summary.table : null;
}

export function quasiIdentifiers(recipe: Recipe | null): string[] {
  if (recipe === null) return [];
  return Object.keys(recipe.columns).filter((name) => recipe.columns[name]?.role === "quasi-identifier");
}

/** The quasi-identifiers in the order of the file, which is the order of a policy's levels. */
export function quasiIdentifiersInOrder(study: Study): string[] {
  const chosen = new Set(quasiIdentifiers(study.recipe));
  return (study.source?.profile.columns ?? []).map((column) => column.name).filter((name) => chosen.has(name));
}

/** The settings that the encoded table depends on, as text. */
export function tableKey(recipe: Recipe): string {
  const columns = quasiIdentifiers(recipe).map((name) => [name, recipe.columns[name]?.hierarchy ?? null]);
  return JSON.stringify([recipe.dialect, recipe.count_column, columns]);
}
