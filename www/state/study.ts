/** One study as one immutable value, and everything that can be derived from it. */

import type { Encoding } from "../engine/readable";
import type { Population, PopulationBytes } from "../engine/wire/frontier";
import type { Proving } from "../engine/wire/proofs";
import type { Bytes, KanonError, Progress, Recipe, TableSummary } from "../engine/wire/protocol";
import type { ColumnSigns, DeclaredRelease } from "../engine/wire/review";
import type { Studied } from "./auditing";
import type { CandidatesJob } from "./compared";
import type { Comparison } from "./comparing";
import { asksForPeople, closenessOf, conditioned } from "./conditions";
import type { Filing } from "./filed";
import type { Frontier } from "./frontier";
import { type Looked, NOTHING_LOOKED_AT } from "./looked";
import type { Pin } from "./pins";
import type { ProofJob, ReproofJob } from "./proving";
import { isQuasiIdentifier, plain } from "./recipe";
import type { Released } from "./result";
import type { Before } from "./review-history";
import { EMPTY_REVIEW, type ReviewSettings } from "./review-settings";
import type { ReviewJob } from "./reviewing";
import type { SearchJob } from "./searching";
import { columnNames, type Source } from "./source";
import type { StepName } from "./step-name";
import type { CostsJob, SweepRun } from "./sweeping";
import type { UniquesJob } from "./uniques";
import type { Confirmed } from "./untouched";

/** One point in the development of loss and bound. */
export interface TrailPoint {
  readonly milliseconds: number;
  readonly loss: number | null;
  readonly bound: number;
  /** Share of the lattice that is closed. */
  readonly closed: number;
}

/** Why a hierarchy was proposed, and whether it was viewed since. */
export interface Proposal {
  readonly reason: string;
  readonly looked: boolean;
}

/** The current activity. */
export type Activity =
  | { readonly kind: "reading" | "encoding" | "releasing"; readonly name: string; readonly bytes: Bytes | null }
  | {
      readonly kind: "searching";
      readonly name: string;
      /** The k that is searched for. */
      readonly k: number;
      readonly progress: Progress | null;
      readonly workers: number;
      readonly paused: boolean;
    }
  | { readonly kind: "sweeping"; readonly name: string; readonly done: number; readonly all: number | null }
  /** A proof being made, or checked: then its nodes are not counted. */
  | ({ readonly kind: "proving"; readonly name: string } & Proving)
  | { readonly kind: "comparing"; readonly name: string; readonly progress: Progress | null }
  /** Unsafe combinations, or cells to suppress: their cost so far, the lower bound, and how to end it with these. */
  | {
      readonly kind: "finding";
      readonly name: string;
      readonly share: number;
      readonly cost: number;
      readonly bound?: number;
      readonly end?: (() => void) | null;
    }
  /** Evaluated policies of a frontier, and the share of the search that is done. */
  | {
      readonly kind: "frontier";
      readonly name: string;
      readonly space: Frontier["plan"]["space"];
      readonly evaluated: number;
      readonly share: number;
    };

/** The jobs of a study, each of which keeps its last run. */
interface Kinds {
  readonly candidates: CandidatesJob;
  readonly comparison: Comparison;
  readonly sweep: SweepRun;
  readonly costs: CostsJob;
  readonly frontier: Frontier;
  readonly uniques: UniquesJob;
  readonly search: SearchJob;
  readonly review: ReviewJob;
  readonly proof: ProofJob;
  readonly reproof: ReproofJob;
}
export type JobName = keyof Kinds;
export type JobOf<Name extends JobName> = Kinds[Name];
export type AnswerOf<Name extends JobName> = NonNullable<JobOf<Name>["answered"]>["answer"];
export type Jobs = { readonly [Name in JobName]: JobOf<Name> | null };
export const NO_JOBS: Jobs = {
  candidates: null,
  comparison: null,
  sweep: null,
  costs: null,
  frontier: null,
  uniques: null,
  search: null,
  review: null,
  proof: null,
  reproof: null,
};

export interface Study extends Jobs {
  readonly source: Source | null;
  readonly recipe: Recipe | null;
  readonly summary: { readonly key: string; readonly source: Source; readonly table: TableSummary } | null;
  readonly released: Released | null;
  readonly pins: readonly Pin[];
  /** The policies that are compared before one is chosen. */
  readonly looked: Looked;
  /** Columns that the user agreed to publish unchanged, each with its properties at that time. */
  readonly confirmed: Confirmed;
  readonly population: Population | null;
  /** The reasons of proposed hierarchies, by column; a hierarchy of the user has none. */
  readonly proposals: Readonly<Record<string, Proposal>>;
  /** The settings of a review; unused by a study that is not a review. */
  readonly reviewed: ReviewSettings;
  /** The files of a review, what report and recipe say, and the findings about the columns. */
  readonly filing: Filing | null;
  readonly promised: DeclaredRelease | null;
  readonly signs: readonly ColumnSigns[];
  /** The results for a report that is not about a release. */
  readonly studied: Studied | null;
  /** The states of a review that undo can return to. */
  readonly before: readonly Before[];
  readonly activity: Activity | null;
  readonly failures: Readonly<Partial<Record<StepName, KanonError>>>;
}

export const EMPTY_STUDY: Study = {
  source: null,
  recipe: null,
  summary: null,
  released: null,
  pins: [],
  looked: NOTHING_LOOKED_AT,
  confirmed: {},
  ...NO_JOBS,
  population: null,
  proposals: {},
  reviewed: EMPTY_REVIEW,
  filing: null,
  promised: null,
  signs: [],
  studied: null,
  before: [],
  activity: null,
  failures: {},
};

/** The encoded table's summary, if it belongs to the current settings. */
export function currentSummary(study: Study): TableSummary | null {
  const { recipe, source, summary } = study;
  if (recipe === null || summary === null || summary.source !== source) return null;
  return summary.key === encodingOf(study).key ? summary.table : null;
}

export function quasiIdentifiers(recipe: Recipe | null): string[] {
  if (recipe === null) return [];
  return Object.keys(recipe.columns).filter((name) => isQuasiIdentifier(recipe, name));
}

/** The undecided columns of the file, those first that single out most records. Nothing is released before. */
export function undecided({ recipe, source }: Study): string[] {
  if (recipe === null || source === null) return [];
  return source.profile.columns
    .filter(({ name }) => recipe.columns[name]?.role === undefined && name !== recipe.count_column)
    .sort((one, other) => (other.rare ?? Infinity) - (one.rare ?? Infinity) || 0)
    .map(({ name }) => name);
}

/** The quasi-identifiers in the order of the file, which is the order of a policy's levels. */
export function quasiIdentifiersInOrder(study: Study): string[] {
  const chosen = new Set(quasiIdentifiers(study.recipe));
  return columnNames(study.source).filter((name) => chosen.has(name));
}

/** The settings on which the encoded table depends, as text. */
export function tableKey(recipe: Recipe): string {
  const columns = quasiIdentifiers(recipe).map((name) => {
    const { kind, hierarchy, missing } = recipe.columns[name] ?? {};
    return [name, kind ?? null, hierarchy ?? null, missing ?? []];
  });
  // Sensitive columns with conditions are read with the table, with their order and hierarchy.
  const sensitive = conditioned(recipe).map((name) => [name, recipe.columns[name], closenessOf(recipe, name)]);
  return JSON.stringify([recipe.dialect, recipe.count_column, recipe.risk?.weight_column ?? null, columns, sensitive]);
}

/** The population whose people conditions count, if it is available. */
function peopleAskedFor({ recipe, population }: Study): PopulationBytes | null {
  if (recipe === null || population === null || !asksForPeople(recipe)) return null;
  return recipe.risk?.population === population.file.name ? { file: population.file, key: population.key } : null;
}

/** What else depends on the population, if people are counted: several files may have the same name. */
export function peopleKey(study: Study): string {
  const asked = peopleAskedFor(study);
  return asked === null ? "" : ` among ${asked.key}`;
}

/** The settings by which the table of a study is read into memory. */
export function encodingOf(study: Study): Encoding {
  const { recipe } = study;
  if (recipe === null) return { recipe: "", key: "", population: null };
  const named = asksForPeople(recipe) ? ` ${recipe.risk?.population ?? ""}` : "";
  return {
    recipe: plain(recipe),
    key: `${tableKey(recipe)}${named}${peopleKey(study)}`,
    population: peopleAskedFor(study),
  };
}
