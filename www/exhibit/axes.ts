/** The axes of a recorded lattice, its policies by place, and their positions in a drawing. */

import { type Fields, Unreadable } from "./fields";
import type { Size } from "./view";

/** The recorded lattice. */
export class Axes {
  readonly columns: readonly string[];
  readonly policies: readonly (readonly number[])[];
  private readonly words: readonly (readonly string[])[];
  private readonly axes: readonly (readonly number[])[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly least: readonly number[];

  constructor(fields: Fields) {
    this.columns = fields.texts("columns");
    this.words = fields.textLists("words");
    this.axes = fields.numberLists("axes");
    this.policies = fields.numberLists("policies");
    if (this.policies.length === 0) throw new Unreadable("it has no policy");
    if (this.policies.some((levels) => levels.length !== this.columns.length))
      throw new Unreadable("it has a policy of other columns");
    this.places = new Map(this.policies.map((levels, place) => [levels.join(), place]));
    this.least = this.policies[0] ?? [];
  }

  /** Steps above the most specific policy. */
  rank(place: number): number {
    const levels = this.policies[place] ?? [];
    return this.axes.reduce((sum, [first = 0]) => sum + (levels[first] ?? 0) - (this.least[first] ?? 0), 0);
  }

  /** A policy in words. */
  say(place: number): string {
    const levels = this.policies[place] ?? [];
    return this.columns.map((name, column) => `${name} ${this.words[column]?.[levels[column] ?? 0] ?? ""}`).join("; ");
  }

  /** The levels of a policy, column by column. */
  short(place: number): string {
    return (this.policies[place] ?? []).map((level, column) => `${this.columns[column]} ${level}`).join(", ");
  }

  /** The policies of a box, which allows these levels on each axis. */
  within(box: readonly (readonly number[])[]): readonly number[] {
    const isInside = (levels: readonly number[]) =>
      this.axes.every(([first = 0], axis) => box[axis]?.includes(levels[first] ?? 0) === true);
    return [...this.policies.keys()].filter((place) => isInside(this.policies[place] ?? []));
  }

  /** The policies one step above (1) or below (-1), axis by axis. */
  neighbours(place: number, step: 1 | -1): readonly number[] {
    const levels = this.policies[place] ?? [];
    return this.axes.flatMap((members) => {
      const moved = levels.map((level, column) => (members.includes(column) ? level + step : level));
      return this.places.get(moved.join()) ?? [];
    });
  }

  /** Up and down to the nearest neighbour, left and right within the rank. */
  step(place: number, key: string, spots: Spots): number | null {
    const from = spots.at(place);
    const nearest = (others: readonly number[]) => {
      const far = (other: number) => Math.abs(spots.at(other).x - from.x);
      return [...others].sort((one, other) => far(one) - far(other))[0] ?? place;
    };
    const row = spots.row(place);
    const within = (index: number) => row[Math.max(0, Math.min(row.length - 1, index))] ?? place;
    switch (key) {
      case "ArrowUp":
        return nearest(this.neighbours(place, 1));
      case "ArrowDown":
        return nearest(this.neighbours(place, -1));
      case "ArrowLeft":
        return within(row.indexOf(place) - 1);
      case "ArrowRight":
        return within(row.indexOf(place) + 1);
      case "Home":
        return 0;
      case "End":
        return this.policies.length - 1;
      default:
        return null;
    }
  }
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

const LEFT = 32;
const PITCHES = [32, 28, 24, 20, 16, 14, 12, 10, 9, 8, 7, 6, 5];

/** The positions of policies: a band for each rank, coarser ones higher. */
export class Spots {
  readonly side: number;
  readonly bands: readonly { readonly rank: number; readonly y: number }[];
  private readonly spots: readonly Spot[];
  private readonly rows: ReadonlyMap<number, readonly number[]>;
  private readonly ranks: readonly number[];

  constructor(axes: Axes, { width, height }: Size) {
    this.ranks = axes.policies.map((_, place) => axes.rank(place));
    const rows = new Map<number, number[]>();
    this.ranks.forEach((rank, place) => {
      const row = rows.get(rank);
      if (row === undefined) rows.set(rank, [place]);
      else row.push(place);
    });
    this.rows = rows;
    const order = [...rows.keys()].sort((one, other) => other - one);
    const room = Math.max(1, width - LEFT - 4);
    const inLine = (pitch: number) => Math.max(1, Math.floor(room / pitch));
    const lines = (pitch: number) =>
      order.reduce((sum, rank) => sum + Math.ceil((rows.get(rank)?.length ?? 0) / inLine(pitch)), 0);
    const pitch = PITCHES.find((pitch) => lines(pitch) * pitch + order.length * 4 <= height) ?? 4;
    // The remaining height goes between the bands.
    const between = Math.max(2, (height - lines(pitch) * pitch - 8) / order.length);
    this.side = pitch - (pitch > 8 ? 3 : 1);
    const spots: Spot[] = [];
    let top = 4;
    this.bands = order.map((rank) => {
      const row = rows.get(rank) ?? [];
      const band = { rank, y: top + this.side / 2 };
      row.forEach((place, index) => {
        const line = Math.floor(index / inLine(pitch));
        const inThis = Math.min(inLine(pitch), row.length - line * inLine(pitch));
        const start = LEFT + (room - inThis * pitch) / 2;
        spots[place] = { x: start + (index % inLine(pitch)) * pitch, y: top + line * pitch };
      });
      top += Math.ceil(row.length / inLine(pitch)) * pitch + between;
      return band;
    });
    this.spots = spots;
  }

  /** The upper left corner of a policy's square. */
  at(place: number): Spot {
    return this.spots[place] ?? { x: 0, y: 0 };
  }

  /** The middle of a policy's square. */
  middle(place: number): Spot {
    const { x, y } = this.at(place);
    return { x: x + this.side / 2, y: y + this.side / 2 };
  }

  /** The policies of the same rank. */
  row(place: number): readonly number[] {
    return this.rows.get(this.ranks[place] ?? 0) ?? [];
  }
}
