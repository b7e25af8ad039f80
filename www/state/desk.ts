/** One file on one engine: the current study, its subscribers, and the one piece of work that is running. */

import { Engine } from "../engine/client";
import { CANCELLED, toKanonError } from "../engine/failure";
import type { Hiring } from "../engine/hire";
import type { KanonError } from "../engine/wire/protocol";
import type { StepName } from "./step-name";
import { type Activity, EMPTY_STUDY, type Study } from "./study";

export class Desk {
  study: Study = EMPTY_STUDY;
  /** The measurement in the background. */
  unasked: AbortController | null = null;
  private made: Engine | null = null;
  private readonly listeners = new Set<() => void>();
  private occupied: AbortController | null = null;
  private turn: Promise<void> = Promise.resolve();

  /**
   * @param hiring the parts of workers, and the receiver of their observations.
   * @param onRestart is called when the engine had to be started again.
   */
  constructor(
    readonly hiring: Hiring,
    private readonly onRestart: () => void = () => undefined,
  ) {}

  /** The engine, which starts when it is first needed. */
  get engine(): Engine {
    this.made ??= new Engine(this.hiring, this.onRestart);
    return this.made;
  }

  /** Starts the engine early. A failure to start is shown where files are opened. */
  start(): void {
    this.engine.ready.catch((thrown: unknown) => this.fail("open", toKanonError(thrown)));
  }

  /** Ends the engine for good, with all its work. */
  end(): void {
    this.occupied?.abort();
    this.unasked?.abort();
    this.made?.end();
  }

  /** Calls back after every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(patch: Partial<Study>): void {
    this.study = { ...this.study, ...patch };
    this.announce();
  }

  /**
   * Runs one long piece of work. Running work is cancelled first: there is one engine. A failure is kept for its step;
   * a cancel is not a failure.
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

  /**
   * Runs work that starts from the result of the previous one, after that is done, so that none of two quick changes is
   * lost.
   */
  inOrder(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work);
    return this.turn;
  }

  /** Shows the progress of work, unless it was cancelled or is over: progress may arrive after the answer. */
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

  /** Notifies every view. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }
}
