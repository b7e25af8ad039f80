/** Looking at single policies, and taking another one than the best for the release. */

import { toKanonError } from "../engine/failure";
import type { Checked, Judgement } from "../engine/wire/protocol";
import { changeAnswer } from "./job";
import { type Pin, withoutPin, withPin } from "./pins";
import { plain } from "./recipe";
import { currentResult, type Result } from "./result";
import { treatmentsKey } from "./treatments";
import type { Workbench } from "./workbench";

/** More checked policies than these are not brought to the page; the core picks those that matter most. */
const MOST_CHECKED = 20_000;

/** Whether the engine still holds the search of a result, so that it can be asked about its policies. */
export function canAsk(workbench: Workbench, result: Result): boolean {
  return workbench.study.activity === null && workbench.engine.holdsSearch(result.search);
}

/** The lattice of a result with the policies that its search has checked; null when the engine cannot be asked. */
export async function checkedOf(workbench: Workbench, result: Result): Promise<Checked | null> {
  return canAsk(workbench, result) ? workbench.engine.checked(MOST_CHECKED) : null;
}

/** What one policy would cost; null when the engine cannot be asked. */
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

/** Takes a policy in place of the best one: outcome, release and report speak of it. Null takes the best one again. */
export async function choose(workbench: Workbench, levels: readonly number[] | null): Promise<void> {
  const result = currentResult(workbench.study);
  const run = workbench.study.search?.answered?.run;
  if (result === null || run === undefined || !canAsk(workbench, result)) return;
  try {
    await workbench.engine.choose(levels === null ? null : Uint8Array.from(levels));
    const { recipe } = workbench.study;
    if (recipe === null) return;
    const found = await workbench.engine.found(result.found.progress, plain(recipe));
    workbench.heads.set(found, treatmentsKey(recipe), found.head);
    if (currentResult(workbench.study) !== result) return;
    workbench.set({ released: null });
    changeAnswer(workbench, "search", run, { found });
  } catch (thrown) {
    workbench.fail("policy", toKanonError(thrown));
  }
}

export function pin(workbench: Workbench, pinned: Pin): void {
  const { pins } = workbench.study;
  workbench.changePins(`pin ${pinned.note === "" ? "a policy" : pinned.note}`, withPin(pins, pinned));
}

export function unpin(workbench: Workbench, pinned: Pin): void {
  workbench.changePins("unpin a policy", withoutPin(workbench.study.pins, pinned));
}
