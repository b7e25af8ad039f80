/** How long a search may still take, as far as its past tells. */

import type { TrailPoint } from "./study";

/** Before so much is closed, or so much time has passed, nothing can be said. */
const LEAST_SHARE = 0.02;
const LEAST_MILLISECONDS = 1000;

/** From the pace of the whole search and that of its last half: the shorter and the longer of the two, in milliseconds. */
export function timeLeft(trail: readonly TrailPoint[]): { least: number; most: number } | null {
  const last = trail.at(-1);
  if (last === undefined || last.closed < LEAST_SHARE || last.milliseconds < LEAST_MILLISECONDS) return null;
  const open = 1 - last.closed;
  const half = trail.find((point) => point.milliseconds >= last.milliseconds / 2) ?? last;
  const whole = last.closed / last.milliseconds;
  const lately = (last.closed - half.closed) / Math.max(1, last.milliseconds - half.milliseconds);
  const paces = [open / whole, lately > 0 ? open / lately : Number.POSITIVE_INFINITY];
  return { least: Math.min(...paces), most: Math.max(...paces) };
}
