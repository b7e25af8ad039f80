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
  Outcome,
  OwnVerdict,
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

/** What becomes of a column in the release, as the recipe holds it. */
export type Treatment =
  | "keep"
  | "drop"
  | { readonly constant: string }
  | { readonly pseudonym: { readonly prefix: string; readonly width: number } }
  | { readonly "keyed-hash": { readonly digits: number } }
  | { readonly mask: { readonly first: number; readonly last: number } };

/** Settings of one column, as the recipe holds them. */
export interface ColumnRecipe {
  /** What the column is to an attacker; absent as long as nobody has decided. */
  readonly role?: Role;
  /** What becomes of it; absent where that is what is usual for its role. */
  readonly release?: Treatment;
  /** What the values are, and how they are written; absent where they are read as all of them allow. */
  readonly kind?: ValueReading;
  readonly hierarchy?: HierarchySpec | null;
  readonly weight?: number;
  readonly min_level?: number;
  readonly max_level?: number;
  /** Values that stand for an unknown one in this column, beside those of the dialect. */
  readonly missing?: readonly string[];
  /** The ordered domain of the frontier: whole numbers, or values in their order. */
  readonly domain?: { readonly range: readonly [number, number] } | { readonly values: readonly string[] };
}

/** The generated samples: discharges of a hospital, a survey with weights, student records. */
export type SampleKind = "hospital" | "household" | "students";

/** How the values of a column are read and made coarser; null where nobody has said. */
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
/** The name of an algorithm; the core says which there are. */
export type Algorithm = string;

/**
 * All settings, with values of the table only where a hierarchy or a domain lists them: what a `*.kanon.json` file
 * holds.
 */
export interface Recipe {
  readonly kanon: 1;
  readonly dialect: Dialect;
  readonly columns: Readonly<Record<string, ColumnRecipe>>;
  readonly linked: readonly (readonly string[])[];
  readonly count_column: string | null;
  readonly privacy: { readonly k: number; readonly suppression_limit: number };
  /** What the release must hold, all of it; absent where the k of `privacy` is enough. */
  readonly protect?: readonly Condition[];
  /** How the risk of the release is told; absent where nothing was set. */
  readonly risk?: RiskRecipe;
  readonly loss: { readonly measure: LossMeasure; readonly aggregate: Aggregate };
  readonly search: {
    readonly algorithm: Algorithm;
    readonly seed: number | null;
    readonly budget: { readonly seconds: number | null; readonly checks: number | null };
  };
  readonly frontier?: FrontierRecipe;
  /** What the policy is, where a person chose it. */
  readonly chosen?: Chosen;
  /** How the release is written; absent where nothing was set. */
  readonly release?: { readonly shuffle?: number | null; readonly suppressed?: "star" | "remove" };
  /** Absent where nothing was set: the core's defaults. */
  readonly uniques?: UniquesRecipe;
}

/** How the risk of a release is told. */
export interface RiskRecipe {
  readonly threshold?: number;
  readonly weight_column?: string;
  /** The file of a population table. */
  readonly population?: string;
  /** The share of the population that is in the table. */
  readonly sampling_fraction?: number;
}

/** What the writing of a release needs beside its recipe. */
export interface Beside {
  /** The key of keyed hashes. */
  readonly key: string | null;
  /** The population that risk is against. */
  readonly population: PopulationBytes | null;
}

/** How a release is written. */
export interface Writing {
  /** The seed of the order of its rows; null where it is that of the file. */
  readonly shuffle: number | null;
  /** Whether it is without the suppressed records. */
  readonly removed: boolean;
}

/** How a file is read: how it is written, and which values stand for an unknown one in single columns. */
export interface ReadAs {
  readonly dialect: Dialect;
  readonly missing: Readonly<Record<string, readonly string[]>>;
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
  /** Why no proof can be made of the best policy; null where it can. */
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
