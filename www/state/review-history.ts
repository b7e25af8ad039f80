/** The states of a review that undo can return to, separate from the history of the open study. */

import type { Desk } from "./desk";
import type { Study } from "./study";

/** The review before a change, and the name of the change. */
export interface Before {
  readonly name: string;
  readonly study: Study;
}

const MOST_STEPS = 50;

/** Keeps the review so that undo can restore it. Consecutive changes with the same name are one change. */
export function keep(desk: Desk, name: string): void {
  const { before, ...study } = desk.study;
  if (before.at(-1)?.name === name) return;
  desk.set({ before: [...before, { name, study: { ...study, before: [] } }].slice(-MOST_STEPS) });
}

/** Restores the review before the last change; returns its name. */
export function undoReview(desk: Desk): string | null {
  const { before } = desk.study;
  const last = before.at(-1);
  if (last === undefined) return null;
  desk.cancel();
  desk.set({ ...last.study, activity: null, before: before.slice(0, -1) });
  return last.name;
}
