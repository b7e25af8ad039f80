/** The desk of the open study with its named history, its preferences, and the user's position in it. */

import type { Hiring } from "../engine/hire";
import type {
  AlgorithmView,
  Blocks,
  GivenRecipe,
  KanonError,
  LinkSuggestion,
  ReadColumn,
  Recipe,
  SafeHarborTable,
} from "../engine/wire/protocol";
import { Answers, Heads } from "./answers";
import { Autosave, type Preferences } from "./autosave";
import { CELLS_ENDED, endsCells, withoutStaleChoice } from "./chosen";
import { type Database, NO_DATABASE } from "./database";
import { Desk } from "./desk";
import type { Said } from "./document";
import { EarlierSearches } from "./earlier";
import { type Beside, History, type Moment } from "./history";
import type { Kept } from "./last-visit";
import { LOCKED, Lock } from "./lock";
import { NOTHING_LOOKED_AT } from "./looked";
import { Names } from "./names";
import type { Pin } from "./pins";
import type { Project } from "./project";
import { Proposed } from "./proposed";
import type { Renaming } from "./renaming";
import type { Seen } from "./shaping";
import type { SheetChoice, SheetOrigin } from "./sheets";
import type { StepName } from "./step-name";
import { NO_JOBS, type Study } from "./study";
import type { Confirmed } from "./untouched";

/** A message for the user that stays until it is dismissed or replaced. */
export interface Notice {
  readonly text: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}

/** A result is restored together with its file, as by undo. */
const { search: _stays, ...OTHER_JOBS } = NO_JOBS;

/** How a workbench differs from those beside it. */
export interface Given {
  /** The name among others; empty for the page's own. */
  readonly instance: string;
  /** The name under which it keeps settings on the device; null keeps nothing. */
  readonly keptAs: string | null;
  /** The parts of its workers, and the receiver of their observations. */
  readonly hiring: Hiring;
}

/** What belongs to the reading of a file from which it was made. */
const OF_THE_READING: Partial<Study> = { ...OTHER_JOBS, summary: null, looked: NOTHING_LOOKED_AT };

export class Workbench extends Desk {
  step: StepName = "open";
  notice: Notice | null = null;
  /** Settings of an earlier visit, until they are used or deleted. */
  kept: Kept | null = null;
  keptPins: readonly Pin[];
  preferences: Preferences;
  readonly names: Names;
  readonly lock = new Lock();
  readonly autosave: Autosave;
  /** The current step's handler for dropped files; null opens them. */
  takeDropped: ((files: readonly File[]) => void) | null = null;
  /** A recipe that is waiting for its table. */
  waiting: GivenRecipe | null = null;
  /** What came with a recipe that is not the study's yet. */
  project: Project | null = null;
  /** A recipe whose columns have different names in a table, until the user has assigned them. */
  renaming: Renaming | null = null;
  /** The change of the recipe by the reading that is under way. */
  rereading: ((recipe: Recipe) => Recipe) | null = null;
  /** Resolves when every requested hierarchy is there. */
  suggesting: Promise<unknown> = Promise.resolve();
  /** Hierarchies over columns; null while the engine works on it. */
  readonly hierarchies = new Answers<Seen | null>();
  /** The groups of hierarchies for drawing; null while the engine works on it. */
  readonly blocks = new Answers<Blocks | KanonError | null>();
  /** Columns of which one determines another; null while the engine searches for them. */
  readonly links = new Answers<readonly LinkSuggestion[] | null>();
  /** The meaning of columns under readings; null while the engine works on it. */
  readonly readings = new Answers<ReadColumn | KanonError | null>();
  /** The algorithms for a problem; null while the engine works on it. */
  readonly algorithms = new Answers<readonly AlgorithmView[] | null>();
  /** The review of a finished file. It outlives its view, so that a user who returns finds it unchanged. */
  readonly review: Desk;
  /** The sheets from which files were made. */
  readonly sheets = new WeakMap<Blob, SheetOrigin>();
  /** A workbook whose sheet the user must select. */
  choosingSheet: SheetChoice | null = null;
  /** What is known of a table that stays in its database. */
  database: Database = NO_DATABASE;
  /** The user's notes on files. */
  readonly notes = new WeakMap<Blob, string>();
  /** The texts that people fill in documents about files. */
  readonly said = new WeakMap<Blob, Said>();
  /** The keys of keyed hashes, one for each file. They are nowhere else, and are gone when the page is. */
  readonly hashKeys = new WeakMap<Blob, string>();
  /** The first records of results as they would be written; null while the engine works on them. */
  readonly heads = new Heads();
  /** The treatment of Safe Harbor's identifiers; null while the engine works on it. */
  readonly safeHarbors = new Answers<SafeHarborTable | null>();
  readonly history = new History();
  readonly earlier = new EarlierSearches();
  private readonly proposed = new Proposed();
  private readonly changes = new Set<() => void>();
  private readonly takers = new Set<(name: string) => void>();

  constructor({ instance, keptAs, hiring }: Given) {
    super(hiring, () => this.tell("The engine had to be started again. Your file and settings are unchanged."));
    this.names = new Names(instance);
    this.autosave = new Autosave(keptAs);
    this.preferences = this.autosave.preferences();
    this.keptPins = this.autosave.keptPins();
    this.review = new Desk(hiring);
    this.review.subscribe(() => this.announce());
  }

  override end(): void {
    super.end();
    this.review.end();
  }

  /** Calls back only when the settings or the file change. */
  onSettings(listener: () => void): void {
    this.changes.add(listener);
  }

  /** Calls back with the name of every file that is handed out to the user. */
  onHandedOut(listener: (name: string) => void): void {
    this.takers.add(listener);
  }

  /** Notes that a file was handed out to the user. */
  handOut(name: string): void {
    for (const listener of this.takers) listener(name);
  }

  goTo(step: StepName): void {
    this.step = step;
    this.announce();
  }

  tell(text: string, act?: Notice["act"]): void {
    this.notice = act === undefined ? { text } : { text, act };
    this.announce();
  }

  putNoticeAway(): void {
    this.notice = null;
    this.announce();
  }

  /** Changes settings or file; the change can be undone under this name. */
  change(name: string, recipe: Recipe, source = this.study.source, beside: Beside = this.study): void {
    if (this.lock.holds) {
      this.tell(LOCKED);
      return;
    }
    const isOpen = source?.file === this.study.source?.file;
    const kept = withoutStaleChoice(this.study.recipe, recipe, isOpen);
    if (isOpen && endsCells(recipe, kept)) this.tell(CELLS_ENDED);
    const confirmed = source === this.study.source ? this.study.confirmed : {};
    const population = isOpen ? beside.population : null;
    this.become(name, { source, recipe: kept, pins: beside.pins, confirmed, population });
  }

  /** Sets what the user agrees to publish unchanged. */
  confirm(name: string, confirmed: Confirmed): void {
    const { source, recipe, pins, population } = this.study;
    this.become(name, { source, recipe, pins, confirmed, population });
  }

  private become(name: string, rest: Omit<Moment, "name">): void {
    const moment = { name, ...rest };
    this.history.push(moment, performance.now());
    this.restore(moment);
  }

  /** Adds what earlier changes asked for to the settings of this file; it is part of them, not a change of its own. */
  amend(change: (recipe: Recipe) => Recipe): void {
    const { source } = this.study;
    const amended = this.history.amend((moment) => {
      if (moment.recipe === null || moment.source?.file !== source?.file) return moment;
      const recipe = change(moment.recipe);
      return recipe === moment.recipe ? moment : { ...moment, recipe };
    });
    if (amended !== null) this.restore(amended);
  }

  changePins(name: string, pins: readonly Pin[]): void {
    if (this.study.recipe !== null) this.change(name, this.study.recipe, this.study.source, { ...this.study, pins });
  }

  undo(): string | null {
    const name = this.history.undoName;
    if (name !== null) this.travel(this.history.position - 1);
    return name;
  }

  redo(): string | null {
    const name = this.history.redoName;
    if (name !== null) this.travel(this.history.position + 1);
    return name;
  }

  travel(position: number): void {
    const moment = this.history.go(position);
    if (moment !== null) this.restore(moment);
  }

  prefer(patch: Partial<Preferences>): void {
    this.preferences = { ...this.preferences, ...patch };
    this.autosave.keepPreferences(this.preferences);
    this.announce();
  }

  forget(): void {
    this.autosave.forgetAll();
    this.kept = null;
    this.keptPins = [];
    this.tell("Settings kept on this device are forgotten.");
  }

  private restore(moment: Moment): void {
    const { name: _name, ...given } = moment;
    const { source, recipe, pins } = given;
    if (pins !== this.study.pins) this.autosave.keepPins(pins);
    const isReading = source === this.study.source;
    if (source?.file !== this.study.source?.file) this.renaming = null;
    this.proposed.keep(this.study);
    this.study = {
      ...this.study,
      ...given,
      failures: {},
      proposals: this.proposed.recall({ source, recipe }),
      ...(isReading ? {} : OF_THE_READING),
    };
    this.study = { ...this.study, search: this.earlier.recall(this.study) };
    if (recipe !== null && Object.keys(recipe.columns).length > 0) this.autosave.keepRecipe(recipe);
    for (const listener of this.changes) listener();
    this.announce();
  }
}
