import { cancelled } from "../engine/failure";
import type { Jobs } from "../engine/passes";
import { withCore } from "./core";
import { engineError } from "./error";
import type { Ending, Watching } from "./types";

/** Work on one table runs one piece at a time: a pass must not be interrupted by another. */
export class Turns {
  private line: Promise<unknown> = Promise.resolve();
  private last = 0;
  private closed = false;

  constructor(private readonly jobs: Jobs) {}

  /**
   * Does work in its turn, under a job number. One signal cancels it, and another ends it with its best result so far.
   */
  take<Told, Answer>(
    watching: Watching<Told> & Ending,
    work: (job: number, tell: (told: Told) => void) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.closed) return Promise.reject(engineError("table-closed", "The table was closed.", "Read it again."));
    const turn = this.line.then(async () => {
      // An error of a listener is the caller's own, and no failure of the core.
      const thrown: unknown[] = [];
      try {
        return await withCore(() => this.watched(watching, thrown, work));
      } catch (error) {
        throw thrown.length > 0 ? thrown[0] : error;
      }
    });
    this.line = turn.catch(() => undefined);
    return turn;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Does a last piece of work after all that was requested before; further work is refused. */
  close(work: () => Promise<void>): Promise<void> {
    const last = this.take({}, work);
    this.closed = true;
    return last;
  }

  private async watched<Told, Answer>(
    { signal, onProgress, enough }: Watching<Told> & Ending,
    thrown: unknown[],
    work: (job: number, tell: (told: Told) => void) => Promise<Answer>,
  ): Promise<Answer> {
    if (signal?.aborted === true) throw cancelled();
    this.last += 1;
    const job = this.last;
    const stop = () => this.jobs.cancel(job);
    const end = () => this.jobs.end(job);
    if (enough?.aborted === true) end();
    // After a listener has thrown, the work stops at once, but not in the middle of the core.
    const tell = (told: Told) => {
      try {
        if (thrown.length === 0) onProgress?.(told);
      } catch (error) {
        thrown.push(error);
        stop();
      }
    };
    signal?.addEventListener("abort", stop, { once: true });
    enough?.addEventListener("abort", end, { once: true });
    try {
      const answer = await work(job, tell);
      if (this.jobs.isCancelled(job)) throw cancelled();
      return answer;
    } finally {
      signal?.removeEventListener("abort", stop);
      enough?.removeEventListener("abort", end);
    }
  }
}
