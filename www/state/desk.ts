/** One file on one engine: the study as it is, who hears of its changes, and the one piece of work that goes on. */

import { Engine } from "../engine/client";
import { CANCELLED, toKanonError } from "../engine/failure";
import type { Hiring } from "../engine/hire";
import type { KanonError } from "../engine/wire/protocol";
import type { StepName } from "./step-name";
import { type Activity, EMPTY_STUDY, type Study } from "./study";

export class Desk {
  study: Study = EMPTY_STUDY;
  /** The measuring that nobody asked for. */
  unasked: AbortController | null = null;
  private made: Engine | null = null;
  private readonly listeners = new Set<() => void>();
  private occupied: AbortController | null = null;
  private turn: Promise<void> = Promise.resolve();

  /**
   * @param hiring is what workers are made of, and who is told what each sees of itself.
   * @param onRestart is told that the engine had to be started again.
   */
  constructor(
    readonly hiring: Hiring,
    private readonly onRestart: () => void = () => undefined,
  ) {}

  /** The engine, which is started when it is first needed. */
  get engine(): Engine {
    this.made ??= new Engine(this.hiring, this.onRestart);
    return this.made;
  }

  /** Has the engine start before it is asked; that it cannot is told where files are opened. */
  start(): void {
    this.engine.ready.catch((thrown: unknown) => this.fail("open", toKanonError(thrown)));
  }

  /** Ends the engine for good, with all that it works on. */
  end(): void {
    this.occupied?.abort();
    this.unasked?.abort();
    this.made?.end();
  }

  /** Calls back after every change; gives the way to stop that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(patch: Partial<Study>): void {
    this.study = { ...this.study, ...patch };
    this.announce();
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

  /** Runs what begins from what the one before has left, when that is done: of two in quick succession none is lost. */
  inOrder(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work);
    return this.turn;
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

  /** Has every view look again. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }
}
