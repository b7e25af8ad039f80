/** Estimates the remaining time of a search from its past. */

import type { TrailPoint } from "./study";

/** With a smaller share done, or less time passed, there is no estimate. */
const LEAST_SHARE = 0.02;
const LEAST_MILLISECONDS = 1000;

/** If the last half has less than this share of the whole search's pace, it may slow down further. */
const SLOWING = 1 / 3;

/**
 * The progress of a search: the share of the lattice that is closed, or the share of the best loss that is proven,
 * whichever is less. The large boxes are closed first, and the last ones raise the bound.
 */
function done({ closed, bound, loss }: TrailPoint): number {
  return loss === null || loss <= 0 ? closed : Math.min(closed, bound / loss);
}

/**
 * The shorter and the longer estimate, in milliseconds, from the pace of the whole search and that of its last half. If
 * a search slows down much, the longer one is unknown.
 */
export function timeLeft(trail: readonly TrailPoint[]): { least: number; most: number } | null {
  const last = trail.at(-1);
  if (last === undefined || done(last) < LEAST_SHARE || last.milliseconds < LEAST_MILLISECONDS) return null;
  const open = 1 - done(last);
  const half = trail.find((point) => point.milliseconds >= last.milliseconds / 2) ?? last;
  const whole = done(last) / last.milliseconds;
  const lately = (done(last) - done(half)) / Math.max(1, last.milliseconds - half.milliseconds);
  const paces = [open / whole, lately > SLOWING * whole ? open / lately : Number.POSITIVE_INFINITY];
  return { least: Math.min(...paces), most: Math.max(...paces) };
}
