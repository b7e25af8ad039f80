/** A queue for long work: one piece after another, each of which can be cancelled. */

import * as Comlink from "comlink";
import { cancelled } from "./failure";
import { type Asked, Link } from "./link";
import { Muster } from "./muster";
import type { Grouped } from "./wire/crew";

/** A worker that has not answered a cancel for this long is ended. */
const PATIENCE_MILLISECONDS = 4000;

/** Special properties of a piece of work. */
interface Turn {
  /** It reads a file. */
  readonly reads?: boolean;
  /** It only needs the first part of the engine, and nothing that the worker holds. */
  readonly early?: boolean;
}

export abstract class Line extends Link {
  /** The last request that reads a file. */
  protected reading: Promise<unknown> = Promise.resolve();
  private jobs = 0;
  private line: Promise<unknown> = Promise.resolve();

  /** Queues work after all other long work. */
  inTurn<Answer>(signal: AbortSignal, work: (face: Asked, job: number) => Promise<Answer>): Promise<Answer> {
    return this.inLine(signal, work);
  }

  /** Queues work that may be split between up to `workers` workers, which it calls if it takes long. */
  together<Answer>(
    signal: AbortSignal,
    workers: number,
    work: (face: Asked, job: number, muster: (grouped: Grouped) => void) => Promise<Answer>,
  ): Promise<Answer> {
    return this.inLine(signal, async (face, job) => {
      const muster = new Muster(this.hiring);
      const call = (grouped: Grouped) => muster.call(workers - 1, grouped, face);
      try {
        return await work(face, job, Comlink.proxy(call));
      } finally {
        muster.dismiss();
      }
    });
  }

  /** Long work runs one at a time: a pass over a file must not be interrupted by another. */
  protected inLine<Answer>(
    signal: AbortSignal,
    work: (face: Asked, job: number) => Promise<Answer>,
    { reads = false, early = false }: Turn = {},
  ): Promise<Answer> {
    const turn = this.line
      .catch(() => undefined)
      .then(async () => {
        if (signal.aborted) throw cancelled();
        this.jobs += 1;
        const job = this.jobs;
        const asked = (face: Asked) => work(face, job);
        const answer = early ? this.askEarly(asked) : this.ask(asked);
        const patience = new AbortController();
        const stop = () => {
          void this.face?.cancel(job);
          const patient = this.face === null ? 0 : PATIENCE_MILLISECONDS;
          const timer = setTimeout(() => this.restart(cancelled()), patient);
          patience.signal.addEventListener("abort", () => clearTimeout(timer));
        };
        signal.addEventListener("abort", stop, { once: true });
        try {
          return await answer;
        } finally {
          signal.removeEventListener("abort", stop);
          patience.abort();
        }
      });
    this.line = turn.catch(() => undefined);
    if (reads) this.reading = this.line;
    return turn;
  }
}
