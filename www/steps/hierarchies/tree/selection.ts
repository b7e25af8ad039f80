/** The selected groups of one level. Pure. */

import type { Spot } from "./layout";

/** Selected groups of one level by their places, and the anchor of a range. */
export interface Selection {
  readonly level: number;
  readonly places: ReadonlySet<number>;
  readonly anchor: number;
}

export const NOTHING: Selection = { level: 0, places: new Set(), anchor: 0 };

/** Adds or removes a group; a group of a different level starts a new selection. */
export function toggled(selection: Selection, { level, place }: Spot): Selection {
  const places = new Set(selection.level === level ? selection.places : []);
  if (!places.delete(place)) places.add(place);
  return { level, places, anchor: place };
}

/** All groups from the anchor, or on a different level from the cursor, to this one. */
export function extended(selection: Selection, from: Spot, to: Spot): Selection {
  const isBegun = selection.level === to.level && selection.places.size > 0;
  const anchor = isBegun ? selection.anchor : from.level === to.level ? from.place : to.place;
  return { level: to.level, places: range(Math.min(anchor, to.place), Math.max(anchor, to.place)), anchor };
}

export function all(level: number, groups: number): Selection {
  return { level, places: range(0, groups - 1), anchor: 0 };
}

export function isChosen(selection: Selection, { level, place }: Spot): boolean {
  return selection.level === level && selection.places.has(place);
}

function range(first: number, last: number): Set<number> {
  return new Set(Array.from({ length: Math.max(0, last - first + 1) }, (_, by) => first + by));
}
