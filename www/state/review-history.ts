/** What undo goes back to in a review, which has no part in the history of the open study. */

import type { Desk } from "./desk";
import type { Study } from "./study";

/** The review before a change, and what the change is called. */
export interface Before {
  readonly name: string;
  readonly study: Study;
}

const MOST_STEPS = 50;

/** Keeps the review as it is, to be gone back to by undoing a change. What follows of the same name is one change. */
export function keep(desk: Desk, name: string): void {
  const { before, ...study } = desk.study;
  if (before.at(-1)?.name === name) return;
  desk.set({ before: [...before, { name, study: { ...study, before: [] } }].slice(-MOST_STEPS) });
}

/** Goes back to the review before the last change; gives the name of that. */
export function undoReview(desk: Desk): string | null {
  const { before } = desk.study;
  const last = before.at(-1);
  if (last === undefined) return null;
  desk.cancel();
  desk.set({ ...last.study, activity: null, before: before.slice(0, -1) });
  return last.name;
}
