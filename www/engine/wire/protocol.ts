/** The plain values that cross between the page, the worker and the core. */

export type {
  AlgorithmView,
  AttackersBeforeAfter,
  AxisView,
  Boxes,
  Counters,
  Disclosed,
  DocumentField,
  Estimator,
  Exposure,
  FrontierStart,
  FrontierStep,
  HierarchyView,
  IntervalColumn,
  Judgement,
  KanonError,
  Neighbour,
  OddRecord,
  Outcome,
  PartitionView,
  PolicyLevel,
  Profile,
  Progress,
  ReadColumn,
  ReleasedHead,
  Risk,
  Sample,
  Sniffed,
  Snippet,
  SweepPoint,
  SweepStep,
  TableSummary,
  Uniqueness,
  UniquenessBeforeAfter,
  Verification,
} from "../pkg/kanon.js";
export type { Chosen, ChosenCells, ChosenPoint, ChosenPolicy } from "./chosen";
export type {
  Aggregate,
  Blocks,
  Claim,
  Codes,
  ColumnProfile,
  Cut,
  DateUnit,
  Described,
  Dialect,
  Edit as HierarchyEdit,
  Handling,
  HierarchySpec,
  Kind,
  LevelBlocks,
  LinkSuggestion,
  MeasureName as LossMeasure,
  MissingProposal,
  PropertyCounters as StoreCounters,
  Proposal,
  RaggedRule,
  Reading as ValueReading,
  RiskSettings as RiskRecipe,
  Role,
  SafeHarborTable,
  Treatment,
  Tree,
  ValueCount,
} from "./core";

import type {
  AxisView,
  Disclosed,
  Neighbour,
  Outcome,
  Profile,
  Progress,
  ReleasedHead,
  Sniffed,
  Verification,
} from "../pkg/kanon.js";
import type {
  ColumnSettings,
  Dialect,
  HierarchySpec,
  ReleaseSettings,
  Recipe as Settings,
  Reading as ValueReading,
} from "./core";
import type { PopulationBytes } from "./frontier";
import type { UniquesRecipe } from "./uniques-rows";

/** Settings of one column, as the recipe holds them. Without a role while that is undecided. */
export type ColumnRecipe = Omit<Partial<ColumnSettings>, "hierarchy" | "kind"> & {
  readonly kind?: ValueReading;
  readonly hierarchy?: HierarchySpec | null;
};

/** The generated samples: discharges of a hospital, a survey with weights, student records. */
export type SampleKind = "hospital" | "household" | "students";

/** How the values of a column are read and generalized; null while undecided. */
export interface Shape {
  readonly kind: ValueReading | null;
  readonly spec: HierarchySpec | null;
}

/** The name of an algorithm; the core lists them. */
export type Algorithm = string;

/**
 * All settings, with values of the table only where a hierarchy or a domain lists them: the content of a `*.kanon.json`
 * file.
 */
export type Recipe = Omit<Settings, "columns" | "dialect" | "release" | "uniques"> & {
  readonly dialect: Dialect;
  readonly columns: Readonly<Record<string, ColumnRecipe>>;
  readonly uniques?: UniquesRecipe;
  /** With the seed that the core gave an order that each run draws. */
  readonly release?: Omit<ReleaseSettings, "shuffle"> & { readonly shuffle?: number | null };
};

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
