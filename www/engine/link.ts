/** The worker's life: it is asked, and when it dies a new one takes its place. */

import * as Comlink from "comlink";
import { CANCELLED, isLost, toKanonError } from "./failure";
import { type Hear, hire } from "./hire";
import type { Face } from "./worker";

/** The worker as seen from here: every answer is a promise. */
export type Asked = {
  [Method in keyof Face]: (...given: Parameters<Face[Method]>) => Promise<Awaited<ReturnType<Face[Method]>>>;
};

/** A worker, to be asked. */
export function asked(worker: Worker): Asked {
  return Comlink.wrap<Face>(worker) as unknown as Asked;
}

export abstract class Link {
  protected face!: Asked;
  private worker!: Worker;
  private ended = false;
  private died!: Promise<never>;
  private kill: (reason: unknown) => void = () => undefined;

  /**
   * @param hear is told what each of its workers sees of itself.
   * @param onRestart is told that a new worker had to be made.
   */
  constructor(
    readonly hear: Hear,
    private readonly onRestart: () => void,
  ) {
    this.start();
  }

  /** A new worker holds nothing of what the old one held. */
  protected abstract forget(): void;

  protected async ask<Answer>(work: (face: Asked) => Promise<Answer>): Promise<Answer> {
    const worker = this.worker;
    try {
      return await Promise.race([work(this.face), this.died]);
    } catch (thrown) {
      const error = toKanonError(thrown);
      if (isLost(error) && worker === this.worker) this.restart(error);
      throw error;
    }
  }

  protected restart(reason: { code: string }): void {
    const kill = this.kill;
    this.worker.terminate();
    this.forget();
    this.start();
    kill(reason);
    if (reason.code !== CANCELLED) this.onRestart();
  }

  /** Ends the worker for good. */
  end(): void {
    this.ended = true;
    this.worker.terminate();
  }

  private start(): void {
    const onEnd = () => {
      if (worker === this.worker && !this.ended) this.restart(toKanonError(new Error("it ended without a word")));
    };
    const worker = hire("kanon-engine", onEnd, this.hear);
    this.worker = worker;
    this.face = asked(this.worker);
    this.died = new Promise<never>((_, reject) => {
      this.kill = reject;
    });
    this.died.catch(() => undefined);
    this.worker.addEventListener("error", (event) => this.restart(toKanonError(new Error(event.message))));
  }
}
