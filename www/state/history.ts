import type { Population } from "../engine/wire/frontier";
import type { Recipe } from "../engine/wire/protocol";
import type { Pin } from "./pins";
import type { Source } from "./source";
import type { Confirmed } from "./untouched";

/** A point that undo can return to. */
export interface Moment {
  readonly name: string;
  readonly source: Source | null;
  readonly recipe: Recipe | null;
  readonly pins: readonly Pin[];
  readonly confirmed: Confirmed;
  readonly population: Population | null;
}

/** What a change may include beside settings and file. */
export type Beside = Pick<Moment, "pins" | "population">;

const START: Moment = { name: "start", source: null, recipe: null, pins: [], confirmed: {}, population: null };

const KEPT = 200;
/** Changes with the same name that follow each other faster than this are one change, as when a number is typed. */
const TOGETHER_MILLISECONDS = 900;

/** The named changes so far, and the study's position among them. */
export class History {
  private list: Moment[] = [START];
  private at = 0;
  private changedAt = 0;

  get moments(): readonly Moment[] {
    return this.list;
  }

  get position(): number {
    return this.at;
  }

  /** The name of the change that undo would take back. */
  get undoName(): string | null {
    return this.at > 0 ? (this.list[this.at]?.name ?? null) : null;
  }

  get redoName(): string | null {
    return this.list[this.at + 1]?.name ?? null;
  }

  push(moment: Moment, now: number): void {
    const together = this.list[this.at]?.name === moment.name && now - this.changedAt < TOGETHER_MILLISECONDS;
    const kept = this.list.slice(0, together ? this.at : this.at + 1);
    this.list = [...kept, moment].slice(-KEPT);
    this.at = this.list.length - 1;
    this.changedAt = now;
  }

  /** Inserts moments before the current one, as if they had led to it. */
  precede(moments: readonly Moment[]): void {
    const [before, from] = [this.list.slice(0, this.at), this.list.slice(this.at)];
    const room = Math.max(0, KEPT - before.length - from.length);
    const kept = room === 0 ? [] : moments.slice(-room);
    this.list = [...before, ...kept, ...from];
    this.at += kept.length;
  }

  /** Changes every moment as if it had been so from the beginning; returns the current one. */
  amend(change: (moment: Moment) => Moment): Moment | null {
    this.list = this.list.map(change);
    return this.list[this.at] ?? null;
  }

  /** Goes to a moment and returns it; null if there is none with that number. */
  go(position: number): Moment | null {
    const moment = this.list[position] ?? null;
    if (moment !== null) this.at = position;
    this.changedAt = 0;
    return moment;
  }
}
