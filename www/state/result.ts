/** The best policy that was found, and the release that was written of it. */

import type { Found, Writing, Written } from "../engine/wire/protocol";
import { currentAnswer, lastAnswer } from "./job";
import { writingOf } from "./recipe";
import type { Source, Study, TrailPoint } from "./study";

export interface Result {
  /** Number of the engine's search. */
  readonly search: number;
  readonly source: Source;
  /** The recipe as text: what the result belongs to. */
  readonly settings: string;
  readonly found: Found;
  /** How loss and bound came to it. */
  readonly trail: readonly TrailPoint[];
}

export interface Released {
  readonly result: Result;
  readonly writing: Writing;
  readonly written: Written;
}

/** The last result of the open file: it may belong to settings that have since been changed. */
export function lastResult(study: Study): Result | null {
  return lastAnswer(study, "search");
}

/** The result, when it belongs to the settings as they are. */
export function currentResult(study: Study): Result | null {
  return currentAnswer(study, "search");
}

/** What was written, when it belongs to the settings as they are. */
export function currentReleased(study: Study): Released | null {
  const { released, recipe } = study;
  if (released === null || released.result !== currentResult(study)) return null;
  const { shuffle, removed } = writingOf(recipe);
  const { writing } = released;
  return writing.shuffle === shuffle && writing.removed === removed ? released : null;
}
