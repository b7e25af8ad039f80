/** Several workers on one search or proof: the messages between the leading worker and its crew. */

import type { Jobs } from "./passes";
import { Crew, type PolicySearch, type Proving } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { Grouped } from "./wire/crew";

/** A box of the lattice to search, and its result. Only the core reads their contents. */
type Dive = string;
type Findings = string;

/** Work that is split between workers. */
type Shared = PolicySearch | Proving;

type Order = { readonly number: number; readonly dive: Dive } | "stop";
interface Reply {
  readonly number: number;
  /** Null if the worker failed; the box is then as open as before. */
  readonly findings: Findings | null;
}

interface Member {
  readonly number: number;
  readonly port: MessagePort;
  /** The box that it searches. */
  lent: { readonly number: number; readonly dive: Dive } | null;
}

/** Work that takes no longer is not worth further workers. */
const ALONE_MILLISECONDS = 500;

const STEP_MILLISECONDS = 12;

/** How long a crew member may take to return its box at the end. */
const PATIENCE_MILLISECONDS = 1000;

/** What a crew gets of shared work; for a proof also the levels of the claimed policy. */
export function handOut(shared: Shared, claim: Uint8Array | null): Grouped {
  const grouped = shared.grouped();
  const { recipe, table, population } = grouped;
  grouped.free();
  const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
  return { recipe, table: blob(table), population: population === undefined ? null : blob(population), claim };
}

/** The crew from the view of the leading worker. */
export class Lead {
  private leads = false;
  private members: Member[] = [];
  private replies: { member: Member; reply: Reply }[] = [];
  private wake: () => void = () => undefined;

  /** From now on every member gets work, until it is recalled. */
  begin(): void {
    this.leads = true;
  }

  /**
   * Adds a member to the crew. A member that joins after the recall has been ended: a box lent to it would never come
   * back.
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

  /** A member ended without notice. It gets nothing more, and its unanswered work has failed. */
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

  /** Takes in the crew's results, and gives boxes to idle members. Returns whether anything changed. */
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

  /** Waits until a member answers, for at most this many milliseconds. */
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

  /** Ends the crew's work: everything unfinished is open again, as far as it came. */
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

  /** A box that a member leaves behind is as open as when it was lent. */
  private giveUp(shared: Shared, { number, dive }: { number: number; dive: Dive }): void {
    shared.takeBack(number, dive);
  }
}

/** Work that is shared between workers once it takes long. */
export class Sharing {
  private readonly beginning = performance.now();

  /** @param muster calls further workers; null if none are available. */
  constructor(
    private readonly lead: Lead,
    private readonly shared: Shared,
    private muster: (() => void) | null,
  ) {
    lead.begin();
  }

  /** Takes one step here, and shares what is left. Reports how long it only waited for the crew. */
  async step<Done>(step: () => Done, waited: (milliseconds: number) => void = () => undefined): Promise<Done> {
    const before = performance.now();
    const done = step();
    const after = performance.now();
    if (after - this.beginning > ALONE_MILLISECONDS) {
      this.muster?.();
      this.muster = null;
    }
    const changed = this.lead.feed(this.shared);
    // It returns at once if every box is lent out.
    if (!changed && this.lead.size > 0 && after - before < 1) {
      await this.lead.wait(STEP_MILLISECONDS);
      waited(performance.now() - after);
    }
    return done;
  }
}

/** A crew member with the data that it got. */
export async function enlisted(shelf: Shelf, { recipe, table, population, claim }: Grouped): Promise<Crew> {
  const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  const people = population === null ? undefined : await bytes(population);
  return new Crew(shelf.recipe(recipe), await bytes(table), people, claim);
}

/** Handles messages from the port until the worker is ended. */
export function serve(port: MessagePort, crew: Crew, jobs: Jobs): void {
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
