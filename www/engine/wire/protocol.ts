/** The plain values that cross between the page, the worker and the core. */

export type {
  AlgorithmView,
  AttackersBeforeAfter,
  AxisView,
  Blocks,
  Boxes,
  Claim,
  Codes,
  ColumnProfile,
  ColumnVerdict,
  Counters,
  Cut,
  DateUnit,
  Described,
  Dialect,
  Disclosed,
  DocumentField,
  Estimator,
  Exposure,
  FrontierStart,
  FrontierStep,
  Handling,
  HierarchyEdit,
  HierarchySpec,
  HierarchyView,
  IntervalColumn,
  Judgement,
  KanonError,
  Kind,
  LevelBlocks,
  LinkSuggestion,
  MissingProposal,
  Neighbour,
  OddRecord,
  Outcome,
  PartitionView,
  PolicyLevel,
  Profile,
  Progress,
  Proposal,
  RaggedRule,
  ReadColumn,
  ReleasedHead,
  Risk,
  Role,
  SafeHarborTable,
  Sample,
  Sniffed,
  Snippet,
  StoreCounters,
  SweepPoint,
  SweepStep,
  TableSummary,
  Tree,
  Uniqueness,
  UniquenessBeforeAfter,
  ValueCount,
  ValueReading,
  Verification,
} from "../pkg/kanon.js";
export type { Chosen, ChosenCells, ChosenPoint, ChosenPolicy } from "./chosen";

import type {
  AxisView,
  Dialect,
  Disclosed,
  HierarchySpec,
  Neighbour,
  Outcome,
  Profile,
  Progress,
  ReleasedHead,
  Role,
  Sniffed,
  ValueReading,
  Verification,
} from "../pkg/kanon.js";
import type { Chosen } from "./chosen";
import type { Condition } from "./conditions";
import type { FrontierRecipe, PopulationBytes } from "./frontier";
import type { UniquesRecipe } from "./uniques-rows";

/** The treatment of a column in the release, as the recipe holds it. */
export type Treatment =
  | "keep"
  | "drop"
  | { readonly constant: string }
  | { readonly pseudonym: { readonly prefix: string; readonly width: number } }
  | { readonly "keyed-hash": { readonly digits: number } }
  | { readonly mask: { readonly first: number; readonly last: number } };

/** Settings of one column, as the recipe holds them. */
export interface ColumnRecipe {
  /** The role of the column for an attacker; absent while undecided. */
  readonly role?: Role;
  /** The treatment; absent if it is the default for its role. */
  readonly release?: Treatment;
  /** The kind of its values, and how they are written; absent if it is inferred from all values. */
  readonly kind?: ValueReading;
  readonly hierarchy?: HierarchySpec | null;
  readonly weight?: number;
  readonly min_level?: number;
  readonly max_level?: number;
  /** Values that mean a missing one in this column, beside those of the dialect. */
  readonly missing?: readonly string[];
  /** The ordered domain of the frontier: whole numbers, or values in their order. */
  readonly domain?: { readonly range: readonly [number, number] } | { readonly values: readonly string[] };
}

/** The generated samples: discharges of a hospital, a survey with weights, student records. */
export type SampleKind = "hospital" | "household" | "students";

/** How the values of a column are read and generalized; null while undecided. */
export interface Shape {
  readonly kind: ValueReading | null;
  readonly spec: HierarchySpec | null;
}

export type LossMeasure =
  | "iyengar"
  | "precision"
  | "precision-cells"
  | "discernibility"
  | "dm-star"
  | "entropy"
  | "aecs"
  | "height"
  | "distortion";
export type Aggregate = "arithmetic-mean" | "geometric-mean" | "maximum";
/** The name of an algorithm; the core lists them. */
export type Algorithm = string;

/**
 * All settings, with values of the table only where a hierarchy or a domain lists them: the content of a `*.kanon.json`
 * file.
 */
export interface Recipe {
  readonly kanon: 1;
  readonly dialect: Dialect;
  readonly columns: Readonly<Record<string, ColumnRecipe>>;
  readonly linked: readonly (readonly string[])[];
  readonly count_column: string | null;
  readonly privacy: { readonly k: number; readonly suppression_limit: number };
  /** The conditions of the release, all of them; absent if the k of `privacy` is enough. */
  readonly protect?: readonly Condition[];
  /** How the risk of the release is reported; absent if nothing was set. */
  readonly risk?: RiskRecipe;
  readonly loss: { readonly measure: LossMeasure; readonly aggregate: Aggregate };
  readonly search: {
    readonly algorithm: Algorithm;
    readonly seed: number | null;
    readonly budget: { readonly seconds: number | null; readonly checks: number | null };
  };
  readonly frontier?: FrontierRecipe;
  /** The description of the policy, if a person chose it. */
  readonly chosen?: Chosen;
  /** How the release is written; absent if nothing was set. */
  readonly release?: { readonly shuffle?: number | null; readonly suppressed?: "star" | "remove" };
  /** Absent if nothing was set: the core's defaults. */
  readonly uniques?: UniquesRecipe;
}

/** How the risk of a release is reported. */
export interface RiskRecipe {
  readonly threshold?: number;
  readonly weight_column?: string;
  /** The file of a population table. */
  readonly population?: string;
  /** The share of the population that is in the table. */
  readonly sampling_fraction?: number;
}

/** The inputs for writing a release beside its recipe. */
export interface Beside {
  /** The key of keyed hashes. */
  readonly key: string | null;
  /** The population of the risk. */
  readonly population: PopulationBytes | null;
}

/** How a release is written. */
export interface Writing {
  /** The seed of the row order; null keeps the order of the file. */
  readonly shuffle: number | null;
  /** Whether the suppressed records are removed. */
  readonly removed: boolean;
}

/** How a file is read: its dialect, and the missing values of single columns. */
export interface ReadAs {
  readonly dialect: Dialect;
  readonly missing: Readonly<Record<string, readonly string[]>>;
}

/** A recipe as a file may contain it. Without a dialect, the dialect of tables is detected. */
export type GivenRecipe = Omit<Recipe, "dialect"> & { readonly dialect?: Dialect };

/** A file that was read from beginning to end. */
export interface Reading {
  sniffed: Sniffed;
  dialect: Dialect;
  profile: Profile;
}

/** The best policy of a search, with the data that the page shows beside it. */
export interface Found {
  progress: Progress;
  outcome: Outcome;
  /** Why the best policy cannot be proven; null if it can. */
  unprovable: string | null;
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
  /** 1 if no more records are suppressed than allowed. */
  valid: Uint8Array;
  /** Policies checked, possibly more than are listed here. */
  checked: number;
}

/** A release that was written and read again. `blob` is null if it was written directly into a file of the user. */
export interface Written {
  blob: Blob | null;
  bytes: number;
  /** For those who keep the original. */
  report: string;
  /** For recipients of the release. */
  recipientReport: string;
  verification: Verification;
  /** Disclosure risks that remain although every claim holds. */
  disclosure: Disclosed[];
}

/** The progress of a pass over a file. */
export interface Bytes {
  done: number;
  total: number;
  /** Everything is read, and this share of the preparation is done. */
  prepared?: number;
}
