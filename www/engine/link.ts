/** The worker's life: it is asked, and when it dies a new one takes its place. */

import * as Comlink from "comlink";
import { CANCELLED, isKanonError, isLost, isNotArrived, refused, toKanonError } from "./failure";
import { type Hiring, hire } from "./hire";
import type { Face } from "./worker";

/** The worker as seen from here: every answer is a promise. */
export type Asked = {
  [Method in keyof Face]: (...given: Parameters<Face[Method]>) => Promise<Awaited<ReturnType<Face[Method]>>>;
};

/** A worker, to be asked. */
export function asked(worker: Worker): Asked {
  return Comlink.wrap<Face>(worker) as unknown as Asked;
}

/** One worker, from the wish for it to its end. */
class Life {
  /** Null until it is there. */
  face: Asked | null = null;
  readonly ready: Promise<Asked>;
  /** When it has all parts of its module. */
  readonly whole: Promise<Asked>;
  private worker: Worker | null = null;
  private over = false;
  private kill: (reason: unknown) => void = () => undefined;
  private readonly died: Promise<never>;

  /** @param onEnd is told why it ended by itself. */
  constructor(hiring: Hiring, onEnd: (life: Life, reason: { code: string }) => void) {
    this.died = new Promise<never>((_, reject) => {
      this.kill = reject;
    });
    this.died.catch(() => undefined);
    const lost = (cause: string) => {
      if (!this.over) onEnd(this, toKanonError(new Error(cause)));
    };
    const hired = hire(hiring, "kanon-engine", () => lost("it ended without a word")).catch((thrown: unknown) => {
      throw isKanonError(thrown) ? thrown : refused(thrown instanceof Error ? thrown.message : String(thrown));
    });
    this.ready = hired.then(({ worker }) => {
      this.worker = worker;
      if (this.over) worker.terminate();
      worker.addEventListener("error", ({ message }: Partial<ErrorEvent>) => {
        // Only what ran says what went wrong; else another worker would not run either.
        if (message === undefined) this.kill(refused("it starts no worker"));
        else lost(message);
      });
      const face = asked(worker);
      this.face = face;
      return face;
    });
    this.whole = Promise.all([this.ready, hired.then(({ whole }) => whole)]).then(([face]) => face);
    this.whole.catch(() => undefined);
  }

  /** Asks it once it is `there`: as soon as it is ready, or when it is whole. */
  ask<Answer>(there: Promise<Asked>, work: (face: Asked) => Promise<Answer>): Promise<Answer> {
    return Promise.race([there.then(work), this.died]);
  }

  end(): void {
    this.over = true;
    this.worker?.terminate();
  }

  /** Fails what was asked of it. */
  refuse(reason: unknown): void {
    this.kill(reason);
  }
}

export abstract class Link {
  private life: Life;

  /**
   * @param hiring is what its workers are made of, and who is told what each of them sees of itself.
   * @param onRestart is told that a new worker had to be made.
   */
  constructor(
    readonly hiring: Hiring,
    private readonly onRestart: () => void,
  ) {
    this.life = this.born();
  }

  /** A new worker holds nothing of what the old one held. */
  protected abstract forget(): void;

  /** Ends when the worker is there; fails when it cannot be made. */
  get ready(): Promise<unknown> {
    return this.life.ready;
  }

  /** The worker's face; null while what it is made of still arrives. */
  protected get face(): Asked | null {
    return this.life.face;
  }

  protected ask<Answer>(work: (face: Asked) => Promise<Answer>): Promise<Answer> {
    return this.askWhen("whole", work);
  }

  /** Asks what needs the first part of the module alone, as far as is known, and nothing that the worker holds. */
  protected askEarly<Answer>(work: (face: Asked) => Promise<Answer>): Promise<Answer> {
    return this.askWhen("ready", work);
  }

  private async askWhen<Answer>(when: "ready" | "whole", work: (face: Asked) => Promise<Answer>): Promise<Answer> {
    const { life } = this;
    try {
      return await life.ask(life[when], work);
    } catch (thrown) {
      const error = toKanonError(thrown);
      const isReplaced = life !== this.life;
      if (isNotArrived(error) && (isReplaced || when === "ready")) {
        // It was left in the middle of a call.
        if (!isReplaced) this.replace(error);
        return this.ask(work);
      }
      if (isLost(error) && life === this.life) this.restart(error);
      throw error;
    }
  }

  protected restart(reason: { code: string }): void {
    this.replace(reason);
    if (reason.code !== CANCELLED) this.onRestart();
  }

  /** Makes a new worker, and fails what was asked of the old one. */
  private replace(reason: unknown): void {
    const old = this.life;
    old.end();
    this.forget();
    this.life = this.born();
    old.refuse(reason);
  }

  /** Ends the worker for good. */
  end(): void {
    this.life.end();
  }

  private born(): Life {
    return new Life(this.hiring, (life, reason) => {
      if (life === this.life) this.restart(reason);
    });
  }
}
