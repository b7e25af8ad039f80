/** Choosing points of a frontier, or the best policy again, in one change, after which the release can be written. */

import type { PartitionView, Recipe } from "../engine/wire/protocol";
import { choose } from "./choosing";
import { chosenCells, chosenPoint, withChosen } from "./chosen";
import { withK } from "./conditions";
import { withPoint } from "./frontier";
import { withWriting, writingOf } from "./recipe";
import { currentResult } from "./result";
import { search } from "./searching";
import type { Workbench } from "./workbench";

/** Chooses a policy of a frontier of intervals, with its description. */
export function takePoint(workbench: Workbench, view: PartitionView): Promise<void> {
  const { recipe } = workbench.study;
  return take(workbench, "take a policy of the frontier", recipe === null ? null : withPoint(workbench, recipe, view));
}

/** A policy of a frontier of levels. */
export interface LevelsPoint {
  readonly columns: readonly string[];
  readonly levels: readonly number[];
  /** The k under which it was found. */
  readonly k: number;
  readonly risk: number;
  readonly loss: number;
  /** Whether the frontier was searched to its end. */
  readonly exact: boolean;
}

/** Chooses a policy of a frontier of levels, with its description: its levels become the only ones allowed. */
export function takeLevels(workbench: Workbench, point: LevelsPoint): Promise<void> {
  const { recipe } = workbench.study;
  return take(workbench, "take a policy of the frontier", recipe === null ? null : withLevels(recipe, point));
}

function withLevels(recipe: Recipe, { columns, levels, k, risk, loss, exact }: LevelsPoint): Recipe {
  const fixed = columns.map((name, at) => {
    const level = levels[at] ?? 0;
    return [name, { ...recipe.columns[name], role: "quasi-identifier", min_level: level, max_level: level } as const];
  });
  const point = { space: "full-domain", risk, loss, ...(exact ? { exact } : {}) } as const;
  const taken = {
    ...recipe,
    columns: { ...recipe.columns, ...Object.fromEntries(fixed) },
    chosen: { frontier: point },
  };
  return withK(taken, k);
}

/** Makes settings the study's in one change, runs what they require, and goes to the release. */
async function take(workbench: Workbench, name: string, recipe: Recipe | null): Promise<void> {
  if (recipe === null) return;
  workbench.change(name, recipe);
  workbench.goTo("release");
  if (currentResult(workbench.study) === null) await search(workbench, false);
}

/** The settings before a point of a frontier was chosen; null if none was, or if nothing is known before it. */
export function settingsBefore({ history, study }: Workbench): Recipe | null {
  if (chosenPoint(study.recipe) === null) return null;
  for (const { source, recipe } of history.moments.slice(0, history.position).reverse())
    if (recipe !== null && source?.file === study.source?.file && chosenPoint(recipe) === null) return recipe;
  return null;
}

/** Returns to the settings before a point of a frontier was chosen, to choose another one. */
export function chooseAnother(workbench: Workbench, before: Recipe): void {
  const asked = withWriting(withChosen(before, null), writingOf(workbench.study.recipe));
  workbench.change("choose another policy of the frontier", asked);
}

/** Chooses the best policy: instead of a chosen one, or under the settings before a point of a frontier was chosen. */
export async function takeBest(workbench: Workbench): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe !== null && chosenCells(recipe) !== null) {
    workbench.change("take the best policy", withChosen(recipe, null));
    return;
  }
  const before = settingsBefore(workbench);
  if (before === null) return choose(workbench, null);
  workbench.change("take the best policy", withWriting(withChosen(before, null), writingOf(workbench.study.recipe)));
  if (currentResult(workbench.study) === null) await search(workbench, false);
}
