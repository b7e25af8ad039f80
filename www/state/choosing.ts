/** Looking at single policies, and choosing one instead of the best for the release. */

import { toKanonError } from "../engine/failure";
import type { Checked, Judgement, Recipe } from "../engine/wire/protocol";
import { chosenPolicy, withChosen } from "./chosen";
import { changeAnswer } from "./job";
import { type Pin, withoutPin, withPin } from "./pins";
import { plain } from "./recipe";
import { currentResult, type Result } from "./result";
import { keepHead } from "./treatments";
import type { Workbench } from "./workbench";

/** The most checked policies that are sent to the page; the core picks those that matter most. */
const MOST_CHECKED = 20_000;

/** Whether the engine still holds the search of a result, so that its policies can be queried. */
export function canAsk(workbench: Workbench, result: Result): boolean {
  return workbench.study.activity === null && workbench.engine.holdsSearch(result.search);
}

/** The lattice of a result with the policies that its search has checked; null if the engine cannot be asked. */
export async function checkedOf(workbench: Workbench, result: Result): Promise<Checked | null> {
  return canAsk(workbench, result) ? workbench.engine.checked(MOST_CHECKED) : null;
}

/** The cost of one policy; null if the engine cannot be asked. */
export async function judge(
  workbench: Workbench,
  result: Result,
  levels: readonly number[],
): Promise<Judgement | null> {
  if (!canAsk(workbench, result)) return null;
  try {
    return await workbench.engine.evaluate(Uint8Array.from(levels));
  } catch (thrown) {
    workbench.fail("policy", toKanonError(thrown));
    return null;
  }
}

/**
 * Chooses a policy instead of the best one: outcome, recipe, release and report then describe it. Null returns to the
 * best one.
 */
export async function choose(workbench: Workbench, levels: readonly number[] | null): Promise<void> {
  const result = currentResult(workbench.study);
  const { recipe } = workbench.study;
  if (result === null || recipe === null || !canAsk(workbench, result)) return;
  const { outcome, progress } = result.found;
  const { best, bound } = progress;
  const judged = levels === null ? null : await judge(workbench, result, levels);
  if (levels !== null && judged === null) return;
  if (judged?.valid === false) {
    workbench.tell("This policy suppresses more records than may be, so it cannot be released.");
    return;
  }
  if (workbench.study.recipe !== recipe) return;
  if (levels === null || best?.levels.join() === levels.join()) {
    workbench.change("take the best policy", withChosen(recipe, null));
  } else {
    // If a search was ended early, a different policy may be better than its best one.
    const isKnown = best != null && judged !== null && best.loss <= judged.loss;
    const known = isKnown ? { best: { loss: best.loss, proven: bound >= best.loss } } : {};
    const named = Object.fromEntries(outcome.policy.map(({ column }, qi) => [column, levels[qi] ?? 0]));
    workbench.change("take a policy", withChosen(recipe, { policy: { levels: named, ...known } }));
  }
  await followChoice(workbench);
}

/** Updates the result after every change of the choice, as soon as the engine can be asked. */
export function followChoices(workbench: Workbench): void {
  let asked: Recipe | null = null;
  workbench.subscribe(() => {
    const { activity, recipe } = workbench.study;
    // A request that failed once for these settings would fail again.
    if (activity !== null || recipe === asked) return;
    asked = recipe;
    void followChoice(workbench);
  });
}

/** Makes the result describe the policy that the recipe chose, or else the best one. */
export async function followChoice(workbench: Workbench): Promise<void> {
  const { recipe, search } = workbench.study;
  const result = currentResult(workbench.study);
  const run = search?.answered?.run;
  if (result === null || recipe === null || run === undefined || !canAsk(workbench, result)) return;
  const { outcome, progress } = result.found;
  const asked = chosenPolicy(recipe)?.levels;
  const isShown =
    asked === undefined ? !outcome.chosen : outcome.policy.every((one) => asked[one.column] === one.level);
  if (isShown && outcome.chosen === (asked !== undefined)) return;
  try {
    const found = await workbench.engine.found(progress, plain(recipe));
    keepHead(workbench, found);
    if (currentResult(workbench.study) !== result) return;
    changeAnswer(workbench, "search", run, { found });
  } catch (thrown) {
    workbench.fail("policy", toKanonError(thrown));
    return;
  }
  // It may have been changed in between.
  if (workbench.study.recipe?.chosen !== recipe.chosen) await followChoice(workbench);
}

export function pin(workbench: Workbench, pinned: Pin): void {
  const { pins } = workbench.study;
  workbench.changePins(`pin ${pinned.note === "" ? "a policy" : pinned.note}`, withPin(pins, pinned));
}

export function unpin(workbench: Workbench, pinned: Pin): void {
  workbench.changePins("unpin a policy", withoutPin(workbench.study.pins, pinned));
}
