/** A person's choice instead of the best policy, as the recipe states it. */

import type { Population } from "../engine/wire/frontier";
import type { Chosen, ChosenCells, ChosenPoint, ChosenPolicy, Recipe } from "../engine/wire/protocol";
import { asksForPeople } from "./conditions";
import { cellsKey, problemKey } from "./keys";
import { riskOf } from "./settings";

export function chosenPolicy(recipe: Recipe | null): ChosenPolicy | null {
  const chosen = recipe?.chosen;
  return chosen !== undefined && "policy" in chosen ? chosen.policy : null;
}

export function chosenPoint(recipe: Recipe | null): ChosenPoint | null {
  const chosen = recipe?.chosen;
  return chosen !== undefined && "frontier" in chosen ? chosen.frontier : null;
}

export function chosenCells(recipe: Recipe | null): ChosenCells | null {
  const chosen = recipe?.chosen;
  return chosen !== undefined && "cells" in chosen ? chosen.cells : null;
}

/** The recipe with a different choice; null leaves it to the search. */
export function withChosen(recipe: Recipe, chosen: Chosen | null): Recipe {
  const { chosen: _before, ...rest } = recipe;
  return chosen === null ? rest : { ...rest, chosen };
}

/** The recipe with a reason for its choice, in the person's words. */
export function withReason(recipe: Recipe, why: string): Recipe {
  const point = chosenPoint(recipe);
  const policy = chosenPolicy(recipe);
  const cells = chosenCells(recipe);
  if (cells !== null) return withChosen(recipe, { cells: { ...cells, why } });
  if (point !== null) return withChosen(recipe, { frontier: { ...point, why } });
  return policy === null ? recipe : withChosen(recipe, { policy: { ...policy, why } });
}

/**
 * The settings on which a choice depends. A policy of the lattice is compared by loss, as is one of a frontier of
 * levels. A point of a frontier of intervals has a loss of its own, and cells are those that make the table's
 * combinations safe.
 */
function madeIn(recipe: Recipe, chosen: Chosen): string {
  if ("policy" in chosen) return problemKey(recipe);
  if ("cells" in chosen) return cellsKey(recipe);
  if (chosen.frontier.space === "full-domain") return JSON.stringify([problemKey(recipe), riskOf(recipe)]);
  const { loss: _measure, ...rest } = JSON.parse(problemKey(recipe)) as Recipe;
  return JSON.stringify(rest);
}

/** Drops a choice that was made under different settings, or for a different file. */
export function withoutStaleChoice(before: Recipe | null, after: Recipe, sameFile: boolean): Recipe {
  const { chosen } = after;
  if (before === null || chosen === undefined || chosen !== before.chosen) return after;
  return sameFile && madeIn(before, chosen) === madeIn(after, chosen) ? after : withChosen(after, null);
}

/** Said when a change of settings ends the choice of suppressed cells. */
export const CELLS_ENDED =
  "The suppressed cells were found under other settings, and are no longer what is released. Undo (Ctrl+Z) brings them back.";

/** Whether the recipe that is kept of one has no longer its suppressed cells. */
export function endsCells(asked: Recipe, kept: Recipe): boolean {
  return chosenCells(asked) !== null && chosenCells(kept) === null;
}

/** Drops a choice for which people were counted in a different population. */
export function withoutOtherPeople(recipe: Recipe, before: Population | null, now: Population | null): Recipe {
  const areOther = before !== null && before.key !== now?.key;
  const areCounted = chosenPoint(recipe)?.population !== undefined || asksForPeople(recipe);
  return areOther && areCounted && recipe.chosen !== undefined ? withChosen(recipe, null) : recipe;
}
