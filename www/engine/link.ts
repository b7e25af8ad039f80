/** The worker's life cycle: requests, and a new worker when it dies. */

import * as Comlink from "comlink";
import { CANCELLED, isKanonError, isLost, isNotArrived, refused, toKanonError } from "./failure";
import { type Hiring, hire } from "./hire";
import { withoutKeys } from "./setting-words";
import type { Face } from "./worker";

/** The worker from the page's view: every method returns a promise. */
export type Asked = {
  [Method in keyof Face]: (...given: Parameters<Face[Method]>) => Promise<Awaited<ReturnType<Face[Method]>>>;
};

/** A proxy for a worker. */
export function asked(worker: Worker): Asked {
  return Comlink.wrap<Face>(worker) as unknown as Asked;
}

/** One worker, from the request for it to its end. */
class Life {
  /** Null until it is ready. */
  face: Asked | null = null;
  readonly ready: Promise<Asked>;
  /** Resolves once it has all parts of its module. */
  readonly whole: Promise<Asked>;
  private worker: Worker | null = null;
  private over = false;
  private kill: (reason: unknown) => void = () => undefined;
  private readonly died: Promise<never>;

  /** @param onEnd receives the reason if it ends by itself. */
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
        // Only a worker that ran can say what went wrong; without that, a new one would not run either.
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

  /** Calls it once it is `there`: as soon as it is ready, or when it is complete. */
  ask<Answer>(there: Promise<Asked>, work: (face: Asked) => Promise<Answer>): Promise<Answer> {
    return Promise.race([there.then(work), this.died]);
  }

  end(): void {
    this.over = true;
    this.worker?.terminate();
  }

  /** Fails all open requests. */
  refuse(reason: unknown): void {
    this.kill(reason);
  }
}

export abstract class Link {
  private life: Life;

  /**
   * @param hiring the parts of its workers, and the receiver of their observations.
   * @param onRestart is called when a new worker had to be created.
   */
  constructor(
    readonly hiring: Hiring,
    private readonly onRestart: () => void,
  ) {
    this.life = this.born();
  }

  /** A new worker has none of the old one's state. */
  protected abstract forget(): void;

  /** Resolves when the worker is ready; rejects if it cannot be created. */
  get ready(): Promise<unknown> {
    return this.life.ready;
  }

  /** The worker's interface; null while its parts are still loading. */
  protected get face(): Asked | null {
    return this.life.face;
  }

  protected ask<Answer>(work: (face: Asked) => Promise<Answer>): Promise<Answer> {
    return this.askWhen("whole", work);
  }

  /** Calls what only needs the first part of the module, as far as is known, and nothing that the worker holds. */
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
        // It was interrupted in the middle of a call.
        if (!isReplaced) this.replace(error);
        return this.ask(work);
      }
      if (isLost(error) && life === this.life) this.restart(error);
      throw withoutKeys(error);
    }
  }

  protected restart(reason: { code: string }): void {
    this.replace(reason);
    if (reason.code !== CANCELLED) this.onRestart();
  }

  /** Creates a new worker, and fails all requests to the old one. */
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
