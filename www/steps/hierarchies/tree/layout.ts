/** The positions of a hierarchy's groups when each level is a column, and which of them are visible. Pure. */

import type { Blocks, LevelBlocks } from "../../../engine/wire/protocol";

/** The height of one value in pixels, large enough to point at. */
export const VALUE_PIXELS = 28;

/** A group, by its level and its place on it. */
export interface Spot {
  readonly level: number;
  readonly place: number;
}

/** A level with the first value of each group; one more entry marks the end of the last group. */
export interface LaidLevel {
  readonly blocks: LevelBlocks;
  readonly starts: Float64Array;
  /** Records of the largest group, at least 1. */
  readonly most: number;
}

export function layOut({ levels }: Blocks): LaidLevel[] {
  return levels.map((blocks) => {
    const starts = new Float64Array(blocks.leaves.length + 1);
    let most = 1;
    for (const [place, leaves] of blocks.leaves.entries()) {
      starts[place + 1] = (starts[place] ?? 0) + leaves;
      most = Math.max(most, blocks.records[place] ?? 0);
    }
    return { blocks, starts, most };
  });
}

/** The place of the group with a value, by bisection. */
export function placeOf({ starts }: LaidLevel, value: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The places from the first to the last visible group between two heights in pixels. */
export function inSight(level: LaidLevel, from: number, to: number): { first: number; last: number } {
  return {
    first: placeOf(level, Math.floor(Math.max(0, from) / VALUE_PIXELS)),
    last: placeOf(level, Math.ceil(Math.max(0, to) / VALUE_PIXELS)),
  };
}

const LEAP = 10;

/** The group that a key leads to; null for keys that lead nowhere. */
export function moved(levels: readonly LaidLevel[], { level, place }: Spot, key: string): Spot | null {
  const here = levels[level];
  if (here === undefined) return null;
  const last = here.blocks.labels.length - 1;
  const to = (next: number) => ({ level, place: Math.max(0, Math.min(last, next)) });
  switch (key) {
    case "ArrowDown":
      return to(place + 1);
    case "ArrowUp":
      return to(place - 1);
    case "PageDown":
      return to(place + LEAP);
    case "PageUp":
      return to(place - LEAP);
    case "Home":
      return to(0);
    case "End":
      return to(last);
    case "ArrowLeft":
    case "ArrowRight": {
      const next = levels[level + (key === "ArrowRight" ? 1 : -1)];
      if (next === undefined) return { level, place };
      return { level: levels.indexOf(next), place: placeOf(next, here.starts[place] ?? 0) };
    }
    default:
      return null;
  }
}
