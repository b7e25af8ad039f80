/** The best policy that was found, and its written release. */

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
  /** The recipe as text, to which the result belongs. */
  readonly settings: string;
  readonly found: Found;
  /** The development of loss and bound. */
  readonly trail: readonly TrailPoint[];
}

/** A written file. */
export interface Written<Kind> {
  readonly source: Source;
  /** The recipe that reproduces it. */
  readonly settings: string;
  readonly written: Kind;
}

/** The written release of a policy. */
export interface Released extends Written<WrittenPolicy> {
  readonly result: Result;
  /** The population in which people were counted; null if the recipe names none. */
  readonly people: string | null;
}

/** The files of a release to hand out, whether of a policy or of suppressed cells. */
export type Handed = Written<Pick<WrittenPolicy, "report" | "recipientReport" | "blob" | "bytes">>;

/** The last result of the open file, possibly for settings that have changed since. */
export function lastResult(study: Study): Result | null {
  return lastAnswer(study, "search");
}

/** The result, if it belongs to the current settings. */
export function currentResult(study: Study): Result | null {
  return currentAnswer(study, "search");
}

/** The written release, if it belongs to the current settings. */
export function currentReleased(study: Study): Released | null {
  const { released, recipe } = study;
  if (released === null || recipe === null || released.result !== currentResult(study)) return null;
  // A different file with the same name may have been loaded since.
  if (released.people !== (populationOf(study)?.key ?? null)) return null;
  return released.settings === recipeToWrite(released.result, recipe) ? released : null;
}

/**
 * The recipe that reproduces a result's release: the settings under which it was found, with the current release
 * settings.
 */
export function recipeToWrite(result: Result, recipe: Recipe): string {
  let written = JSON.parse(result.settings) as Recipe;
  for (const name of Object.keys(written.columns)) written = withTreatment(written, name, treatmentOf(recipe, name));
  const { risk: _told, ...rest } = withWriting(withChosen(written, recipe.chosen ?? null), writingOf(recipe));
  return plain(recipe.risk === undefined ? rest : { ...rest, risk: recipe.risk });
}
