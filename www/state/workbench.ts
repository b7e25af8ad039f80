/** Holds the study, tells views when it changed, and keeps the named history. What changes it stands beside this file. */

import { Engine } from "../engine/client";
import { CANCELLED, toKanonError } from "../engine/failure";
import type { AlgorithmView, GivenRecipe, KanonError, Recipe } from "../engine/wire/protocol";
import { Answers } from "./answers";
import { forgetAll, keepPins, keepPreferences, keepRecipe, keptPins, type Preferences, preferences } from "./autosave";
import { History, type Moment } from "./history";
import type { Kept } from "./last-visit";
import type { Pin } from "./pins";
import { Reviewing } from "./reviewing";
import type { Seen } from "./shaping";
import type { StepName } from "./step-name";
import { type Activity, EMPTY_STUDY, NO_JOBS, type Source, type Study } from "./study";

/** A sentence for the user that stays until it is put away or replaced. */
export interface Notice {
  readonly text: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}

/** What goes with the file that it was made from. */
const OF_THE_FILE: Partial<Study> = {
  ...NO_JOBS,
  summary: null,
  population: null,
};

export class Workbench {
  study: Study = EMPTY_STUDY;
  step: StepName = "open";
  notice: Notice | null = null;
  preferences: Preferences = preferences();
  /** Settings of an earlier visit, until they are used or forgotten. */
  kept: Kept | null = null;
  keptPins: readonly Pin[] = keptPins();
  /** A recipe that waits for its table. */
  waiting: GivenRecipe | null = null;
  /** The measuring that nobody asked for. */
  unasked: AbortController | null = null;
  /** What hierarchies make of columns; null while the engine works on it. */
  readonly hierarchies = new Answers<Seen | null>();
  /** The algorithms for a problem; null while the engine works on it. */
  readonly algorithms = new Answers<readonly AlgorithmView[] | null>();
  /** The review of a finished file, which outlives its view: whoever comes back finds it as it was. */
  readonly review = new Reviewing(() => this.announce());
  readonly history = new History();
  readonly engine: Engine;
  private readonly listeners = new Set<() => void>();
  private readonly changes = new Set<() => void>();
  private occupied: AbortController | null = null;

  constructor() {
    this.engine = new Engine(() =>
      this.tell("The engine had to be started again. Your file and settings are unchanged."),
    );
  }

  /** Calls back after every change; gives the way to stop that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls back only when the settings or the file changed. */
  onSettings(listener: () => void): void {
    this.changes.add(listener);
  }

  set(patch: Partial<Study>): void {
    this.study = { ...this.study, ...patch };
    this.announce();
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

  /** A change of settings or file that can be taken back under this name. */
  change(name: string, recipe: Recipe, source: Source | null = this.study.source, pins = this.study.pins): void {
    const moment = { name, source, recipe, pins };
    this.history.push(moment, performance.now());
    this.restore(moment);
  }

  changePins(name: string, pins: readonly Pin[]): void {
    if (this.study.recipe !== null) this.change(name, this.study.recipe, this.study.source, pins);
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
    keepPreferences(this.preferences);
    this.announce();
  }

  forget(): void {
    forgetAll();
    this.kept = null;
    this.keptPins = [];
    this.tell("Settings kept on this device are forgotten.");
  }

  /**
   * Runs one long piece of work. Work that goes on already is cancelled first: there is one engine. A failure is kept
   * for the step that it belongs to; a cancel is no failure.
   */
  async occupy(step: StepName, activity: Activity, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.occupied?.abort();
    const controller = new AbortController();
    this.occupied = controller;
    const { [step]: _old, ...failures } = this.study.failures;
    this.set({ activity, failures });
    try {
      await work(controller.signal);
    } catch (thrown) {
      this.fail(step, toKanonError(thrown));
    } finally {
      if (this.occupied === controller) {
        this.occupied = null;
        this.set({ activity: null });
      }
    }
  }

  /** Shows how far work has come, unless it was cancelled or is over: progress may arrive after the answer. */
  advance(signal: AbortSignal, activity: Activity): boolean {
    const goesOn = !signal.aborted && this.occupied?.signal === signal;
    if (goesOn) this.set({ activity });
    return goesOn;
  }

  cancel(): void {
    this.occupied?.abort();
  }

  fail(step: StepName, error: KanonError): void {
    if (error.code === CANCELLED) return;
    this.set({ failures: { ...this.study.failures, [step]: error } });
  }

  clearFailure(step: StepName): void {
    const { [step]: _old, ...failures } = this.study.failures;
    this.set({ failures });
  }

  private restore(moment: Moment): void {
    const { source, recipe, pins } = moment;
    if (pins !== this.study.pins) keepPins(pins);
    const sameFile = source === this.study.source;
    this.study = {
      ...this.study,
      source,
      recipe,
      pins,
      failures: {},
      ...(sameFile ? {} : OF_THE_FILE),
    };
    if (recipe !== null && Object.keys(recipe.columns).length > 0) keepRecipe(recipe);
    for (const listener of this.changes) listener();
    this.announce();
  }

  /** Has every view look again. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }
}
