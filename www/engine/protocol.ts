/** The plain values that cross between the page, the worker and the core. */

export type {
  AlgorithmView,
  AxisView,
  Boxes,
  Claim,
  ColumnProfile,
  Counters,
  Dialect,
  Disclosed,
  FrontierStart,
  FrontierStep,
  HierarchySpec,
  HierarchyView,
  IntervalColumn,
  Judgement,
  KanonError,
  Kind,
  Neighbour,
  Outcome,
  PartitionView,
  PolicyLevel,
  Profile,
  Progress,
  ReleasedHead,
  Risk,
  Role,
  Sample,
  Sniffed,
  StoreCounters,
  SweepPoint,
  SweepStep,
  TableSummary,
  ValueCount,
  Verification,
} from "./pkg/kanon.js";

import type { Grouped } from "./crew";
import type { FrontierProgress, FrontierRecipe, Population } from "./frontier";
import type {
  AlgorithmView,
  AxisView,
  Dialect,
  Disclosed,
  HierarchySpec,
  HierarchyView,
  Judgement,
  Neighbour,
  Outcome,
  PartitionView,
  Profile,
  Progress,
  ReleasedHead,
  Role,
  Sample,
  Sniffed,
  SweepStep,
  TableSummary,
  Verification,
} from "./pkg/kanon.js";
import type { StudyPlan, StudyProgress } from "./study-rows";
import type { UniquesFace, UniquesRecipe } from "./uniques-rows";

/** Settings of one column, as the recipe holds them. */
export interface ColumnRecipe {
  readonly role: Role;
  readonly hierarchy?: HierarchySpec | null;
  readonly weight?: number;
  readonly min_level?: number;
  readonly max_level?: number;
  /** The ordered domain of the frontier: whole numbers, or values in their order. */
  readonly domain?: { readonly range: readonly [number, number] } | { readonly values: readonly string[] };
}

export type LossMeasure =
  | "iyengar"
  | "precision"
  | "precision-cells"
  | "discernibility"
  | "dm-star"
  | "entropy"
  | "aecs"
  | "height";
export type Aggregate = "arithmetic-mean" | "geometric-mean" | "maximum";
/** The name of an algorithm; the core says which there are. */
export type Algorithm = string;

/** All settings, with values of the table only where a hierarchy or a domain lists them: what a `*.kanon.json` file holds. */
export interface Recipe {
  readonly kanon: 1;
  readonly dialect: Dialect;
  readonly columns: Readonly<Record<string, ColumnRecipe>>;
  readonly linked: readonly (readonly string[])[];
  readonly count_column: string | null;
  readonly privacy: { readonly k: number; readonly suppression_limit: number };
  readonly loss: { readonly measure: LossMeasure; readonly aggregate: Aggregate };
  readonly search: {
    readonly algorithm: Algorithm;
    readonly seed: number | null;
    readonly budget: { readonly seconds: number | null; readonly checks: number | null };
  };
  readonly frontier?: FrontierRecipe;
  /** How the release is written; absent where nothing was set. */
  readonly release?: { readonly shuffle?: number | null; readonly suppressed?: "star" | "remove" };
  /** Absent where nothing was set: the core's defaults. */
  readonly uniques?: UniquesRecipe;
}

/** How a release is written. */
export interface Writing {
  /** The seed of the order of its rows; null where it is that of the file. */
  readonly shuffle: number | null;
  /** Whether it is without the suppressed records. */
  readonly removed: boolean;
}

/** A recipe as a file may hold it: without a dialect, tables are read as they are sniffed. */
export type GivenRecipe = Omit<Recipe, "dialect"> & { readonly dialect?: Dialect };

/** A file that was read once from beginning to end. */
export interface Reading {
  sniffed: Sniffed;
  dialect: Dialect;
  profile: Profile;
}

/** The best policy of a search, with what the page shows around it. */
export interface Found {
  progress: Progress;
  outcome: Outcome;
  neighbours: Neighbour[];
  head: ReleasedHead;
}

/** The lattice of a search, and the policies that it has checked, one after the other in flat arrays. */
export interface Checked {
  axes: AxisView[];
  levels: Uint8Array;
  loss: Float64Array;
  /** Lower bounds for the losses of the policies and all their generalizations. */
  bound: Float64Array;
  suppressed: Float64Array;
  /** 1 where no more records are suppressed than may be. */
  valid: Uint8Array;
  /** Policies checked, which may be more than are here. */
  checked: number;
}

/** A release that was written and read again. `blob` is null when it went straight into a file of the user's. */
export interface Written {
  blob: Blob | null;
  bytes: number;
  /** For whoever keeps the original. */
  report: string;
  /** For whoever gets the release. */
  recipientReport: string;
  verification: Verification;
  /** What it may disclose although every claim holds. */
  disclosure: Disclosed[];
}

/** How far a pass over a file has come. */
export interface Bytes {
  done: number;
  total: number;
  /** Everything is read, and of what is made of it this share is done. */
  prepared?: number;
}

/** What a sweep goes over: k, or the suppression limits where there are any. */
export interface SweepPlan {
  readonly from: number;
  readonly to: number;
  readonly limits: readonly number[];
}

/** What the worker answers to. Every method that takes a job number can be cancelled by that number. */
export interface WorkerFace extends UniquesFace {
  cancel(job: number): void;
  sample(): Sample;
  read(job: number, file: Blob, dialect: Dialect | null, onBytes: (bytes: Bytes) => void): Promise<Reading>;
  hierarchy(column: string, spec: HierarchySpec | null): HierarchyView;
  suggestHierarchy(column: string): HierarchySpec;
  parseHierarchy(text: string, file: string): string[][];
  formatHierarchy(column: string, spec: HierarchySpec | null): string;
  normalizeRecipe(recipe: string): string;
  encode(job: number, file: Blob, recipe: string, onBytes: (bytes: Bytes) => void): Promise<TableSummary>;
  /**
   * Begins a search, or goes on with the last one when `recipe` is null; ends when done, out of budget or cancelled.
   * `muster` is called when it takes long enough to be split between workers.
   */
  search(
    job: number,
    recipe: string | null,
    onProgress: (progress: Progress, workers: number) => void,
    muster: (grouped: Grouped) => void,
  ): Promise<Progress>;
  /** Has a search stand still, or go on. */
  pause(job: number, paused: boolean): void;
  /** Takes a worker into the crew of the search, under a number. */
  join(port: MessagePort, member: number): void;
  /** Takes the worker of this number for ended: what it had is open again. */
  leave(member: number): void;
  /** Becomes one of a search's crew, at the other end of the port. */
  serve(port: MessagePort, grouped: Grouped): Promise<void>;
  found(progress: Progress): Found;
  algorithms(recipe: string): AlgorithmView[];
  /** Runs another search beside the last one, which it leaves as it is; ends as `search` does. */
  compare(job: number, recipe: string, onProgress: (progress: Progress) => void): Promise<Progress>;
  /** Runs one of the papers' studies over the encoded table; ends when all rows are made or it is cancelled. */
  study(
    job: number,
    recipe: string,
    plan: StudyPlan,
    onProgress: (progress: StudyProgress) => void,
  ): Promise<StudyProgress>;
  /**
   * Proves the best policy of every point of a sweep; without a recipe, goes on with the last one, of which so many points
   * are known. Ends when it is done or cancelled.
   */
  sweep(
    job: number,
    recipe: string | null,
    plan: SweepPlan,
    known: number,
    onStep: (step: SweepStep) => void,
  ): Promise<SweepStep>;
  /** The policies that the search has checked, `most` of them at most. */
  checked(most: number): Checked;
  evaluate(levels: Uint8Array): Judgement;
  /** Takes a policy in place of the best one; null takes the best one again. */
  choose(levels: Uint8Array | null): void;
  /** Searches a frontier of risk and loss; ends when it is done or cancelled, and can be asked about from its start. */
  frontier(
    job: number,
    recipe: string,
    population: Population | null,
    onBytes: (bytes: Bytes) => void,
    onProgress: (progress: FrontierProgress) => void,
  ): Promise<void>;
  /** The best partition policy of the frontier of at most this risk. */
  frontierPolicy(risk: number): PartitionView;
  frontierSafeHarbor(): PartitionView | null;
  /** The partition policy that comes closest to the policy of the last search. */
  frontierOutcome(): PartitionView;
  /** Safe Harbor's identifiers with the columns that may be one by their names. */
  safeHarborChecklist(): [string, string[]][];
  /** Writes the release. */
  release(
    job: number,
    file: Blob,
    dialect: Dialect,
    place: FileSystemFileHandle | null,
    writing: Writing,
    onBytes: (bytes: Bytes) => void,
  ): Promise<Written>;
}
