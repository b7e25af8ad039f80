/** Several workers on one search: the messages between the worker that leads it and those of its crew. */

import type { Jobs } from "./passes";
import type { Crew, PolicySearch } from "./pkg/kanon.js";

/** A box of the lattice to be searched, and what has come of it. Only the core looks into them. */
type Dive = string;
type Findings = string;

type Order = { readonly number: number; readonly dive: Dive } | "stop";
interface Reply {
  readonly number: number;
  /** Null when the worker failed; the box is as open as it was. */
  readonly findings: Findings | null;
}

interface Member {
  readonly number: number;
  readonly port: MessagePort;
  /** The box that it searches. */
  lent: { readonly number: number; readonly dive: Dive } | null;
}

/** The crew as the worker sees it that leads the search. */
export class Lead {
  private members: Member[] = [];
  private replies: { member: Member; reply: Reply }[] = [];
  private wake: () => void = () => undefined;

  /** Takes one more into the crew. */
  join(port: MessagePort, number: number): void {
    const member: Member = { number, port, lent: null };
    this.members.push(member);
    port.onmessage = (event: MessageEvent<Reply>) => {
      this.replies.push({ member, reply: event.data });
      this.wake();
    };
    this.wake();
  }

  /** One of the crew has ended without a word: that is taken for the answer that it failed. */
  leave(number: number): void {
    const member = this.members.find((one) => one.number === number);
    if (member === undefined) return;
    if (member.lent === null) this.members = this.members.filter((one) => one !== member);
    else this.replies.push({ member, reply: { number: member.lent.number, findings: null } });
    this.wake();
  }

  get size(): number {
    return this.members.length;
  }

  /** Takes in what the crew has found, and gives boxes to those who have none. Tells whether anything changed. */
  feed(search: PolicySearch): boolean {
    const changed = this.replies.length > 0;
    this.takeIn(search);
    for (const member of this.members) {
      if (member.lent !== null) continue;
      const lent = search.lend();
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
  async recall(search: PolicySearch, patience: number): Promise<void> {
    for (const { port, lent } of this.members) if (lent !== null) port.postMessage("stop" satisfies Order);
    const end = performance.now() + patience;
    while (this.members.some(({ lent }) => lent !== null) && performance.now() < end) {
      await this.wait(end - performance.now());
      this.takeIn(search);
    }
    for (const member of this.members) {
      if (member.lent !== null) this.giveUp(search, member.lent);
      member.port.close();
    }
    this.members = [];
    this.replies = [];
  }

  private takeIn(search: PolicySearch): void {
    for (const { member, reply } of this.replies.splice(0)) {
      if (member.lent?.number !== reply.number) continue;
      const { lent } = member;
      member.lent = null;
      if (reply.findings !== null) {
        search.absorb(reply.number, reply.findings);
        continue;
      }
      this.giveUp(search, lent);
      this.members = this.members.filter((one) => one !== member);
    }
  }

  /** What one of the crew leaves behind is open as it was when it was lent. */
  private giveUp(search: PolicySearch, { number, dive }: { number: number; dive: Dive }): void {
    search.takeBack(number, dive);
  }
}

const STEP_MILLISECONDS = 12;

/** Searches what comes through the port until the worker is ended. */
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
