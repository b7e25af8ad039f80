/** The page's side of a crew: creates the workers and connects them with the leading one. */

import * as Comlink from "comlink";
import { type Hiring, hire } from "./hire";
import { type Asked, asked } from "./link";
import type { Grouped } from "./wire/crew";

/** More workers than this only wait for each other. */
const MOST_WORKERS = 8;

/** The default number of workers for a search. */
export function workersByDefault(): number {
  return Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency ?? 1));
}

/** The crew of one search or proof. */
export class Muster {
  private readonly workers = new Map<number, Worker>();
  private called = 0;
  private isOver = false;

  /** @param hiring the parts of the workers, and the receiver of their observations. */
  constructor(private readonly hiring: Hiring) {}

  /** Lets `number` further workers join the search; `lead` is connected with each one once it is ready. */
  call(number: number, grouped: Grouped, lead: Asked): void {
    for (let index = 0; index < number; index += 1) {
      this.called += 1;
      // A worker that cannot help is not a failure: the search continues without it.
      this.enlist(this.called, `kanon-crew-${index + 1}`, grouped, lead).catch((thrown: unknown) =>
        console.error(thrown),
      );
    }
  }

  /** Ends them all, including those called later. */
  dismiss(): void {
    this.isOver = true;
    for (const worker of this.workers.values()) worker.terminate();
    this.workers.clear();
  }

  private async enlist(member: number, role: string, grouped: Grouped, lead: Asked): Promise<void> {
    const onEnd = () => {
      if (this.workers.delete(member)) void lead.leave(member);
    };
    const { worker, whole } = await hire(this.hiring, role, onEnd);
    if (this.isOver) {
      worker.terminate();
      return;
    }
    this.workers.set(member, worker);
    await whole;
    const { port1, port2 } = new MessageChannel();
    await asked(worker).serve(Comlink.transfer(port1, [port1]), grouped);
    if (this.workers.has(member)) await lead.join(Comlink.transfer(port2, [port2]), member);
  }
}
