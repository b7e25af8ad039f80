/** What the headless engine takes and gives. */

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

/** A table as CSV: its text, or its bytes in any encoding, zipped by gzip or not. */
export type Data = string | Uint8Array | ArrayBuffer | Blob;

/** A recipe as an object: what is left out has the core's default, and without a dialect tables are sniffed. */
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
} & Partial<Pick<Recipe, "linked" | "count_column" | "protect" | "risk" | "chosen" | "release">>;

/** A recipe, as an object or as the JSON text of a `*.kanon.json` file; of a text, errors say the line. */
export type AnyRecipe = GivenRecipe | string;

/** How long work is watched and cancelled. */
export interface Watching<Told> {
  /** Cancels the work, which then fails with the code `cancelled`. */
  readonly signal?: AbortSignal;
  /** Is told how far the work has come. What it throws ends the work, and is thrown by it. */
  readonly onProgress?: (told: Told) => void;
}

/** How a suppression of cells ends before its own end. */
export interface Ending {
  /** When it is aborted, it ends with the best so far, as soon as every record has been seen to. */
  readonly enough?: AbortSignal;
}

/** How far a pass over a table has come, or what is made of it before the search. */
export interface PassTold {
  readonly doing: "reading" | "preparing" | "writing";
  /** The share that is done, from 0 to 1. */
  readonly share: number;
}

/** How far a search has come: the best policy so far, and the bound that no valid policy falls below. */
export interface SearchTold {
  readonly doing: "searching";
  readonly search: Progress;
}

/** How far a search of a frontier has come. */
export interface FrontierTold {
  readonly doing: "searching";
  readonly step: FrontierStep;
}

/** How far the search for unsafe combinations has come. */
export interface UniquesTold {
  readonly doing: "searching";
  /** The share that is done, from 0 to 1. */
  readonly share: number;
}

/** How far the suppression of cells has come. */
export interface SuppressingTold {
  readonly doing: "suppressing";
  readonly share: number;
  /** What the best cells so far cost: as many as they are, where the recipe has no weights. */
  readonly cost: number;
  /** What any cells cost at least. */
  readonly bound: number;
  /** Whether it could end with the best so far. */
  readonly canEnd: boolean;
}

/** How a table is read. */
export interface ReadOptions extends Watching<PassTold> {
  /** How it is written; without one it is sniffed. */
  readonly dialect?: Dialect;
  /** Values that stand for an unknown one in single columns, beside those of the dialect. */
  readonly missing?: ReadAs["missing"];
}

/** How a release is written. */
export interface WriteOptions {
  /** The key of keyed hashes, where the recipe asks for them: 16 bytes of UTF-8 or more. */
  readonly key?: string;
  /** Publishes the columns that the recipe does not name as they are. Without it, such a recipe is refused. */
  readonly publishUnnamed?: boolean;
}

export interface AnonymizeOptions extends WriteOptions, Watching<PassTold | SearchTold> {
  /** The population that the recipe's `risk.population` names; without it, such a recipe is refused. */
  readonly population?: Data;
}
export interface UniquesOptions extends WriteOptions, Watching<PassTold | UniquesTold | SuppressingTold>, Ending {}
export interface FrontierOptions extends Watching<PassTold | FrontierTold> {
  /** A table of the population that the records were drawn from; without one, the records are taken for it. */
  readonly population?: Data;
}

/** A release, and all that is known of it. */
export interface Run {
  /** The table as it was read, and its risk before. */
  readonly table: TableSummary;
  /** How the search ended: `done`, or `stopped` where the recipe's budget was spent. */
  readonly search: Progress;
  /** The policy that was released. */
  readonly outcome: Outcome;
  /** The release, as CSV: the bytes that the command line writes. */
  readonly release: Uint8Array<ArrayBuffer>;
  /** The report for whoever keeps the original: JSON, which `kanon verify` reads. */
  readonly report: string;
  /** The report for those who get the release: without the digests of the original and of the recipe. */
  readonly recipientReport: string;
  /** What reading the release again, from its bytes alone, has found: claim by claim. */
  readonly verification: Verification;
  /** What the release may disclose although every claim holds. */
  readonly disclosure: readonly Disclosed[];
}

/** A policy of a frontier. */
export interface FrontierPoint {
  readonly risk: number;
  readonly loss: number;
  /** The level of each quasi-identifier, of a full-domain policy; null for one of partitions. */
  readonly levels: readonly number[] | null;
}

/** Policies of which none is better than another in both risk and loss. */
export interface FrontierFound {
  /** Null for full-domain policies. */
  readonly start: FrontierStart | null;
  readonly step: FrontierStep;
  /** In order of risk; of a frontier of partitions with more than 1,000, so many of them. */
  readonly points: readonly FrontierPoint[];
  /** The best partition policy of at most this risk, as long as the table has searched nothing else. */
  policy(risk: number): PartitionView;
}

/** The unsafe combinations of a table, and the table without its unsafe cells where the recipe asks for it. */
export interface UniquesFoundAll {
  readonly report: UniquesReport;
  readonly findings: FindingsView;
  /** Null where the recipe suppresses nothing. */
  readonly suppressed: {
    readonly release: Uint8Array<ArrayBuffer>;
    /** What finds the same cells again: the recipe, with the steps after which the suppression was ended early. */
    readonly recipe: string;
    /** The report of the release: JSON, which `kanon verify` reads. */
    readonly report: string;
    /** Every claim of the report, settled from the written bytes and the original. */
    readonly verification: SettledClaims;
  } | null;
}

/** A table that was read. What is asked of it is done one after the other. */
export interface Table {
  /** How it was read. */
  readonly dialect: Dialect;
  /** How it seems to be written, and why. */
  readonly sniffed: Sniffed;
  /** Its columns: values, suggested roles, how they are read. */
  readonly profile: Profile;
  /** A hierarchy to begin with, from a column's name and values. */
  suggestHierarchy(column: string, kind?: ValueReading): Promise<Proposal>;
  /** What a hierarchy makes of a column: groups and records on each level, and the values that it misses. */
  hierarchy(column: string, spec: HierarchySpec | null, kind?: ValueReading): Promise<HierarchyView>;
  /** Searches the best policy of a recipe, writes its release and verifies it. */
  anonymize(recipe: AnyRecipe, options?: AnonymizeOptions): Promise<Run>;
  /** Searches the frontier of risk and loss that the recipe's section `frontier` asks for. */
  frontier(recipe: AnyRecipe, options?: FrontierOptions): Promise<FrontierFound>;
  /** Searches the unsafe combinations that the recipe's section `uniques` asks for, and suppresses cells. */
  uniques(recipe: AnyRecipe, options?: UniquesOptions): Promise<UniquesFoundAll>;
  /** Gives its memory back when what was asked before has ended. What is asked afterwards is refused. */
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
  /** The hierarchy of a file of rows; errors name the file as it is called here. */
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
