/** The arguments and results of the headless engine. */

import type { FrontierStart, FrontierStep } from "../engine/pkg/kanon.js";
import type { FrontierRecipe } from "../engine/wire/frontier";
import type {
  ColumnRecipe,
  Dialect,
  Disclosed,
  HierarchySpec,
  HierarchyView,
  KanonError,
  Outcome,
  PartitionView,
  Profile,
  Progress,
  Proposal,
  ReadAs,
  Recipe,
  Role,
  Sample,
  Sniffed,
  TableSummary,
  ValueReading,
  Verification,
} from "../engine/wire/protocol";
import type { FindingsView, SettledClaims, UniquesRecipe, UniquesReport } from "../engine/wire/uniques-rows";

/** A table as CSV: its text, or its bytes in any encoding, optionally compressed with gzip. */
export type Data = string | Uint8Array | ArrayBuffer | Blob;

/** A recipe as an object. Omitted settings have the core's defaults; without a dialect, it is detected. */
export type GivenRecipe = Pick<Recipe, "kanon"> & {
  readonly columns: Readonly<Record<string, ColumnRecipe & { readonly role: Role }>>;
  readonly dialect?: Partial<Dialect>;
  readonly privacy?: Partial<Recipe["privacy"]>;
  readonly loss?: Partial<Recipe["loss"]>;
  readonly search?: Partial<Omit<Recipe["search"], "budget">> & {
    readonly budget?: Partial<Recipe["search"]["budget"]>;
  };
  readonly frontier?: Partial<FrontierRecipe>;
  readonly uniques?: Partial<UniquesRecipe>;
} & Partial<Pick<Recipe, "linked" | "count_column" | "protect" | "risk" | "chosen">> & {
    readonly release?: Omit<NonNullable<Recipe["release"]>, "shuffle"> & { readonly shuffle?: number | true | null };
  };

/** A recipe, as an object or as the JSON text of a `*.kanon.json` file. For a text, errors name the line. */
export type AnyRecipe = GivenRecipe | string;

/** Options for following and cancelling work. */
export interface Watching<Told> {
  /** Cancels the work, which then fails with the code `cancelled`. */
  readonly signal?: AbortSignal;
  /** Is called with the progress. An error that it throws ends the work and is rethrown. */
  readonly onProgress?: (told: Told) => void;
}

/** Options for ending a suppression of cells early. */
export interface Ending {
  /** If aborted, the suppression ends with its best so far, as soon as every record has been processed. */
  readonly enough?: AbortSignal;
}

/** The progress of a pass over a table, or of the preparation before the search. */
export interface PassTold {
  readonly doing: "reading" | "preparing" | "writing";
  /** The share that is done, from 0 to 1. */
  readonly share: number;
}

/** The progress of a search: the best policy so far, and a lower bound for every valid policy. */
export interface SearchTold {
  readonly doing: "searching";
  readonly search: Progress;
}

/** The progress of the search for a frontier. */
export interface FrontierTold {
  readonly doing: "searching";
  readonly step: FrontierStep;
}

/** The progress of the search for unsafe combinations. */
export interface UniquesTold {
  readonly doing: "searching";
  /** The share that is done, from 0 to 1. */
  readonly share: number;
}

/** The progress of the suppression of cells. */
export interface SuppressingTold {
  readonly doing: "suppressing";
  readonly share: number;
  /** The cost of the best cells so far; their number if the recipe has no weights. */
  readonly cost: number;
  /** The proven lower bound for the cost. */
  readonly bound: number;
  /** Whether it could end with its best so far. */
  readonly canEnd: boolean;
}

/** How a table is read. */
export interface ReadOptions extends Watching<PassTold> {
  /** How it is written; detected if absent. */
  readonly dialect?: Dialect;
  /** Missing values of single columns, beside those of the dialect. */
  readonly missing?: ReadAs["missing"];
}

/** How a release is written. */
export interface WriteOptions {
  /** The key of keyed hashes, if the recipe asks for them: at least 16 bytes of UTF-8. */
  readonly key?: string;
  /** Publishes columns that the recipe does not name unchanged. Without it, such a recipe is refused. */
  readonly publishUnnamed?: boolean;
}

export interface AnonymizeOptions extends WriteOptions, Watching<PassTold | SearchTold> {
  /** The population that the recipe's `risk.population` names. Without it, such a recipe is refused. */
  readonly population?: Data;
}
export interface UniquesOptions extends WriteOptions, Watching<PassTold | UniquesTold | SuppressingTold>, Ending {}
export interface FrontierOptions extends Watching<PassTold | FrontierTold> {
  /** A table of the population that the records were drawn from. Without it, the records are the population. */
  readonly population?: Data;
}

/** A release, with everything known about it. */
export interface Run {
  /** The table as it was read, and its risk before. */
  readonly table: TableSummary;
  /** How the search ended: `done`, or `stopped` if the recipe's budget was spent. */
  readonly search: Progress;
  /** The released policy. */
  readonly outcome: Outcome;
  /** The release as CSV: the same bytes that the command line writes. */
  readonly release: Uint8Array<ArrayBuffer>;
  /** The report for those who keep the original: JSON, which `kanon verify` reads. */
  readonly report: string;
  /** The report for recipients of the release: without the digests of the original and of the recipe. */
  readonly recipientReport: string;
  /** The result of reading the release again, from its bytes alone: claim by claim. */
  readonly verification: Verification;
  /** Disclosure risks that remain although every claim holds. */
  readonly disclosure: readonly Disclosed[];
}

/** A policy of a frontier. */
export interface FrontierPoint {
  readonly risk: number;
  readonly loss: number;
  /** The level of each quasi-identifier of a full-domain policy; null for a partition policy. */
  readonly levels: readonly number[] | null;
}

/** Policies none of which beats another in both risk and loss. */
export interface FrontierFound {
  /** Null for full-domain policies. */
  readonly start: FrontierStart | null;
  readonly step: FrontierStep;
  /** By rising risk. At most 1,000 of a larger frontier of partitions. */
  readonly points: readonly FrontierPoint[];
  /** The best partition policy of at most this risk. Available until the table searches something else. */
  policy(risk: number): PartitionView;
}

/** The unsafe combinations of a table, and the table without its unsafe cells if the recipe asks for it. */
export interface UniquesFoundAll {
  readonly report: UniquesReport;
  readonly findings: FindingsView;
  /** Null if the recipe suppresses nothing. */
  readonly suppressed: {
    readonly release: Uint8Array<ArrayBuffer>;
    /** The recipe that reproduces these cells, with the number of steps if the suppression was ended early. */
    readonly recipe: string;
    /** The report of the release: JSON, which `kanon verify` reads. */
    readonly report: string;
    /** Every claim of the report, checked against the written bytes and the original. */
    readonly verification: SettledClaims;
  } | null;
}

/** A table that was read. Requests are processed one after the other. */
export interface Table {
  /** How it was read. */
  readonly dialect: Dialect;
  /** How it is probably written, and why. */
  readonly sniffed: Sniffed;
  /** The columns: values, suggested roles, readings. */
  readonly profile: Profile;
  /** A proposed hierarchy, from a column's name and values. */
  suggestHierarchy(column: string, kind?: ValueReading, k?: number): Promise<Proposal>;
  /** A hierarchy over a column: groups and records on each level, and the values that it lacks. */
  hierarchy(column: string, spec: HierarchySpec | null, kind?: ValueReading): Promise<HierarchyView>;
  /** Searches for the best policy of a recipe, writes its release and verifies it. */
  anonymize(recipe: AnyRecipe, options?: AnonymizeOptions): Promise<Run>;
  /** Searches for the frontier of risk and loss that the recipe's section `frontier` asks for. */
  frontier(recipe: AnyRecipe, options?: FrontierOptions): Promise<FrontierFound>;
  /** Searches for the unsafe combinations that the recipe's section `uniques` asks for, and suppresses cells. */
  uniques(recipe: AnyRecipe, options?: UniquesOptions): Promise<UniquesFoundAll>;
  /** Frees its memory after all earlier requests have ended. Later requests are refused. */
  close(): void;
}

/** The engine, in this process or page. */
export interface Engine {
  /** Reads a table from beginning to end. */
  read(data: Data, options?: ReadOptions): Promise<Table>;
  /** A generated table with a recipe for it. */
  sample(): Sample;
  /** A recipe with every default written out. */
  normalizeRecipe(recipe: AnyRecipe): string;
  /** The hierarchy in a file of rows. `file` is its name in errors. */
  parseHierarchy(text: string, file?: string): HierarchySpec;
}

export type {
  ColumnRecipe,
  Dialect,
  Disclosed,
  FindingsView,
  FrontierStart,
  FrontierStep,
  HierarchySpec,
  HierarchyView,
  KanonError,
  Outcome,
  PartitionView,
  Profile,
  Progress,
  Proposal,
  Sample,
  SettledClaims,
  Sniffed,
  TableSummary,
  UniquesReport,
  ValueReading,
  Verification,
};
