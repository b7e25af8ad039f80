/** The best policy that was found, and the release that was written of it. */

import type { Found, Recipe, Written as WrittenPolicy } from "../engine/wire/protocol";
import { withChosen } from "./chosen";
import { currentAnswer, lastAnswer } from "./job";
import { populationOf } from "./people";
import { plain, treatmentOf, withTreatment, withWriting, writingOf } from "./recipe";
import type { Source } from "./source";
import type { Study, TrailPoint } from "./study";

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

/** What was written of a file. */
export interface Written<Kind> {
  readonly source: Source;
  /** The recipe that gives it again. */
  readonly settings: string;
  readonly written: Kind;
}

/** What was written of a policy. */
export interface Released extends Written<WrittenPolicy> {
  readonly result: Result;
  /** Which population people were counted in; null where the recipe names none. */
  readonly people: string | null;
}

/** What can be handed out of a release, whether of a policy or of suppressed cells. */
export type Handed = Written<Pick<WrittenPolicy, "report" | "recipientReport" | "blob" | "bytes">>;

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
  if (released === null || recipe === null || released.result !== currentResult(study)) return null;
  // Of the same name another file may have been loaded since.
  if (released.people !== (populationOf(study)?.key ?? null)) return null;
  return released.settings === recipeToWrite(released.result, recipe) ? released : null;
}

/** The recipe that gives a result's release again: the settings that it was found under, written as is set now. */
export function recipeToWrite(result: Result, recipe: Recipe): string {
  let written = JSON.parse(result.settings) as Recipe;
  for (const name of Object.keys(written.columns)) written = withTreatment(written, name, treatmentOf(recipe, name));
  const { risk: _told, ...rest } = withWriting(withChosen(written, recipe.chosen ?? null), writingOf(recipe));
  return plain(recipe.risk === undefined ? rest : { ...rest, risk: recipe.risk });
}
