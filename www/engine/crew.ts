/** Several workers on one search or proof: the messages between the worker that leads it and those of its crew. */

import type { Jobs } from "./passes";
import { Crew, type PolicySearch, ProofCrew, type Proving } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { Grouped } from "./wire/crew";

/** A box of the lattice to be gone through, and what has come of it. Only the core looks into them. */
type Dive = string;
type Findings = string;

/** What is split between workers. */
type Shared = PolicySearch | Proving;

type Order = { readonly number: number; readonly dive: Dive } | "stop";
interface Reply {
  readonly number: number;
  /** Null when the worker failed; the box is as open as it was. */
  readonly findings: Findings | null;
}

interface Member {
  readonly number: number;
  readonly port: MessagePort;
  /** The box that it goes through. */
  lent: { readonly number: number; readonly dive: Dive } | null;
}

/** What takes no longer is not worth starting further workers for. */
const ALONE_MILLISECONDS = 500;

const STEP_MILLISECONDS = 12;

/** How long one of the crew may take to give back its box at the end. */
const PATIENCE_MILLISECONDS = 1000;

/** What a crew is handed of what it shares; of a proof the levels of the claimed policy, too. */
export function handOut(shared: Shared, claim: Uint8Array | null): Grouped {
  const grouped = shared.grouped();
  const { recipe, table, population } = grouped;
  grouped.free();
  const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
  return { recipe, table: blob(table), population: population === undefined ? null : blob(population), claim };
}

/** The crew as the worker sees it that leads. */
export class Lead {
  private leads = false;
  private members: Member[] = [];
  private replies: { member: Member; reply: Reply }[] = [];
  private wake: () => void = () => undefined;

  /** From now on, whoever joins is given work, until it is recalled. */
  begin(): void {
    this.leads = true;
  }

  /**
   * Takes one more into the crew. Who comes when all are recalled has been ended: the next work is none of its own, and
   * a box that it is lent would never come back.
   */
  join(port: MessagePort, number: number): void {
    if (!this.leads) {
      port.close();
      return;
    }
    const member: Member = { number, port, lent: null };
    this.members.push(member);
    port.onmessage = (event: MessageEvent<Reply>) => {
      this.replies.push({ member, reply: event.data });
      this.wake();
    };
    this.wake();
  }

  /** One of the crew has ended without a word. It gets nothing more; what it has not answered for has failed. */
  leave(number: number): void {
    const member = this.members.find((one) => one.number === number);
    if (member === undefined) return;
    this.members = this.members.filter((one) => one !== member);
    if (member.lent !== null) this.replies.push({ member, reply: { number: member.lent.number, findings: null } });
    this.wake();
  }

  get size(): number {
    return this.members.length;
  }

  /** Takes in what the crew has found, and gives boxes to those who have none. Tells whether anything changed. */
  feed(shared: Shared): boolean {
    const changed = this.replies.length > 0;
    this.takeIn(shared);
    for (const member of this.members) {
      if (member.lent !== null) continue;
      const lent = shared.lend();
      if (lent === undefined) break;
      const [number, dive] = lent;
      member.lent = { number, dive };
      member.port.postMessage({ number, dive } satisfies Order);
    }
    return changed;
  }

  /** Waits until one of the crew answers, for so many milliseconds at most. */
  wait(milliseconds: number): Promise<void> {
    if (this.replies.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the crew's work: everything that it has not finished is open again, as far as it came. */
  async recall(shared: Shared): Promise<void> {
    this.leads = false;
    for (const { port, lent } of this.members) if (lent !== null) port.postMessage("stop" satisfies Order);
    const end = performance.now() + PATIENCE_MILLISECONDS;
    this.takeIn(shared);
    while (this.members.some(({ lent }) => lent !== null) && performance.now() < end) {
      await this.wait(end - performance.now());
      this.takeIn(shared);
    }
    for (const member of this.members) {
      if (member.lent !== null) this.giveUp(shared, member.lent);
      member.port.close();
    }
    this.members = [];
    this.replies = [];
  }

  private takeIn(shared: Shared): void {
    for (const { member, reply } of this.replies.splice(0)) {
      if (member.lent?.number !== reply.number) continue;
      const { lent } = member;
      member.lent = null;
      if (reply.findings !== null) {
        shared.absorb(reply.number, reply.findings);
        continue;
      }
      this.giveUp(shared, lent);
      this.members = this.members.filter((one) => one !== member);
    }
  }

  /** What one of the crew leaves behind is open as it was when it was lent. */
  private giveUp(shared: Shared, { number, dive }: { number: number; dive: Dive }): void {
    shared.takeBack(number, dive);
  }
}

/** Work that is shared between workers once it takes long. */
export class Sharing {
  private readonly beginning = performance.now();

  /** @param muster calls further workers; null where there are none to be had. */
  constructor(
    private readonly lead: Lead,
    private readonly shared: Shared,
    private muster: (() => void) | null,
  ) {
    lead.begin();
  }

  /** Takes one step here, and shares what is left. Tells how long there was nothing to do but wait for the crew. */
  async step<Done>(step: () => Done, waited: (milliseconds: number) => void = () => undefined): Promise<Done> {
    const before = performance.now();
    const done = step();
    const after = performance.now();
    if (after - this.beginning > ALONE_MILLISECONDS) {
      this.muster?.();
      this.muster = null;
    }
    const changed = this.lead.feed(this.shared);
    // It comes back at once where every box is out.
    if (!changed && this.lead.size > 0 && after - before < 1) {
      await this.lead.wait(STEP_MILLISECONDS);
      waited(performance.now() - after);
    }
    return done;
  }
}

/** One of the crew, over what it was handed. */
export async function enlisted(shelf: Shelf, { recipe, table, population, claim }: Grouped): Promise<Crew | ProofCrew> {
  const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  const given = [
    shelf.recipe(recipe),
    await bytes(table),
    population === null ? undefined : await bytes(population),
  ] as const;
  return claim === null ? new Crew(...given) : new ProofCrew(...given, claim);
}

/** Goes through what comes through the port until the worker is ended. */
export function serve(port: MessagePort, crew: Crew | ProofCrew, jobs: Jobs): void {
  let stopping = false;
  const work = async ({ number, dive }: Exclude<Order, "stop">) => {
    let findings: Findings | null = null;
    try {
      crew.begin(dive);
      while (crew.advance(STEP_MILLISECONDS) && !stopping) await jobs.yield();
      findings = crew.findings();
    } catch (thrown) {
      console.error(thrown);
    }
    port.postMessage({ number, findings } satisfies Reply);
  };
  port.onmessage = (event: MessageEvent<Order>) => {
    stopping = event.data === "stop";
    if (event.data !== "stop") void work(event.data);
  };
}
