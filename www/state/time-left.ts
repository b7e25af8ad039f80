/** How long a search may still take, as far as its past tells. */

import type { TrailPoint } from "./study";

/** Before so much is done, or so much time has passed, nothing can be said. */
const LEAST_SHARE = 0.02;
const LEAST_MILLISECONDS = 1000;

/** Where the last half has less than this share of the whole search's pace, it may get slower still. */
const SLOWING = 1 / 3;

/**
 * How far a search is: the share of the lattice that is closed or the share of the best loss that is proven, whichever
 * is less. The large boxes are closed first, and the last ones raise the bound.
 */
function done({ closed, bound, loss }: TrailPoint): number {
  return loss === null || loss <= 0 ? closed : Math.min(closed, bound / loss);
}

/**
 * From the pace of the whole search and that of its last half: the shorter and the longer of the two, in milliseconds.
 * Of a search that slows down much nobody knows the longer one.
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
