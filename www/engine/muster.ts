/** The page's side of a crew: makes the workers and puts them in touch with the one that leads. */

import * as Comlink from "comlink";
import { type Hear, hire } from "./hire";
import { type Asked, asked } from "./link";
import type { Grouped } from "./wire/crew";

/** More workers than this wait for each other. */
const MOST_WORKERS = 8;

/** How many workers a search is split between when nobody says otherwise. */
export function workersByDefault(): number {
  return Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency ?? 1));
}

export class Muster {
  private workers: Worker[] = [];
  private called = 0;

  /** @param hear is told what each of them sees of itself. */
  constructor(private readonly hear: Hear) {}

  /** Has so many more workers search along; `lead` is told of each once it is ready. */
  call(number: number, grouped: Grouped, lead: Asked): void {
    for (let index = 0; index < number; index += 1) {
      this.called += 1;
      const member = this.called;
      const onEnd = () => {
        if (!this.workers.includes(worker)) return;
        this.workers = this.workers.filter((other) => other !== worker);
        void lead.leave(member);
      };
      const worker = hire(`kanon-crew-${index + 1}`, onEnd, this.hear);
      this.workers.push(worker);
      const { port1, port2 } = new MessageChannel();
      const face = asked(worker);
      face
        .serve(Comlink.transfer(port1, [port1]), grouped)
        .then(() => (this.workers.includes(worker) ? lead.join(Comlink.transfer(port2, [port2]), member) : undefined))
        // A worker that cannot help is no failure: the search goes on without it.
        .catch((thrown: unknown) => console.error(thrown));
    }
  }

  /** Ends them all. */
  dismiss(): void {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
  }
}
