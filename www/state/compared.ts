/** Policies that are examined before one is chosen: their effect on the table, two of them side by side. */

import * as Comlink from "comlink";
import type { CandidateRow } from "../engine/wire/compare-rows";
import type { Condition } from "../engine/wire/conditions";
import type { PartitionView, Recipe } from "../engine/wire/protocol";
import { canAsk, choose } from "./choosing";
import { withChosen } from "./chosen";
import { conditionsOf, isReadFor, withConditions, withK } from "./conditions";
import { withPoint } from "./frontier";
import { currentJob, type Job, runJob } from "./job";
import { type Candidate, isSame, type Looked } from "./looked";
import { isQuasiIdentifier, plain, roleOf, treatmentOf } from "./recipe";
import { currentResult } from "./result";
import { search } from "./searching";
import { profileOf } from "./source";
import { quasiIdentifiersInOrder, type Study } from "./study";
import { takePoint } from "./taking";
import type { Workbench } from "./workbench";

/** The effect of each candidate on the table; the answer names its candidates. */
export type CandidatesJob = Job<ComparePlan, null, readonly Compared[]>;

/** One or two policies, and the settings of their comparison. */
export interface ComparePlan {
  readonly candidates: readonly Candidate[];
  readonly cross: Looked["cross"];
  readonly threshold: number | null;
}

export interface Compared {
  readonly candidate: Candidate;
  readonly row: CandidateRow;
}

const MOST_TRIED = 12;

/** The policy that was found, or chosen instead. */
export function foundCandidate(study: Study): Candidate | null {
  const outcome = currentResult(study)?.found.outcome;
  if (outcome === undefined || study.recipe === null) return null;
  return {
    name: outcome.chosen ? "the chosen policy" : outcome.optimal ? "the best policy" : "the policy found",
    columns: outcome.policy.map(({ column }) => column),
    levels: outcome.policy.map(({ level }) => level),
    k: study.recipe.privacy.k,
    limit: null,
    intervals: null,
  };
}

/** The policies to compare now, one or two. Those for different columns are left out. */
export function wanted(study: Study): readonly Candidate[] {
  const { a, b } = study.looked;
  const { recipe } = study;
  const columns = quasiIdentifiersInOrder(study).join("\n");
  const isRead = ({ protect }: Candidate) => protect === undefined || (recipe !== null && isReadFor(recipe, protect));
  const fits = (one: Candidate | null): one is Candidate =>
    one !== null && one.columns.join("\n") === columns && isRead(one);
  const found = foundCandidate(study);
  const first = fits(a) ? a : fits(found) ? found : null;
  return [first, fits(b) ? b : null].filter((one) => one !== null);
}

/** The recipe of a candidate, if it is not the study's. */
function ownRecipe(workbench: Workbench, recipe: Recipe, { intervals, protect }: Candidate): string | null {
  if (intervals !== null) return plain(withChosen(withPoint(workbench, recipe, intervals), null));
  return protect === undefined ? null : plain(asking(recipe, protect));
}

function asking(recipe: Recipe, protect: readonly Condition[]): Recipe {
  return withConditions(recipe, conditionsOf({ protect }));
}

function planOf(study: Study): ComparePlan {
  const { cross, threshold } = study.looked;
  return { candidates: wanted(study), cross, threshold };
}

function change(workbench: Workbench, patch: Partial<Looked>): void {
  workbench.set({ looked: { ...workbench.study.looked, ...patch } });
}

/** Puts a policy in the first or the second place; null removes it. */
export function place(workbench: Workbench, where: "a" | "b", candidate: Candidate | null): void {
  change(workbench, { [where]: candidate });
}

export function ask(workbench: Workbench, asked: Pick<Looked, "cross"> | Pick<Looked, "threshold">): void {
  change(workbench, asked);
}

/** Shows a policy under Compare, beside the one that was found. */
export function tryOut(workbench: Workbench, candidate: Candidate): void {
  const others = workbench.study.looked.tried.filter((one) => !isSame(one, candidate));
  change(workbench, { a: null, b: candidate, tried: [candidate, ...others].slice(0, MOST_TRIED) });
  workbench.goTo("compare");
}

/** Shows a policy of intervals under Compare. */
export function tryIntervals(workbench: Workbench, view: PartitionView): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const columns = quasiIdentifiersInOrder(workbench.study);
  const { smallestGroup: k } = view;
  tryOut(workbench, {
    name: `intervals of the frontier, k ${k}`,
    columns,
    levels: columns.map(() => 1),
    k,
    limit: 0,
    intervals: view,
  });
}

function isSamePlan(one: ComparePlan, other: ComparePlan): boolean {
  const key = ({ candidates, cross, threshold }: ComparePlan) =>
    JSON.stringify([candidates.map(({ name }) => name), cross, threshold]);
  const isEach = (candidate: Candidate, at: number) => {
    const beside = other.candidates[at];
    return beside !== undefined && isSame(candidate, beside);
  };
  return key(one) === key(other) && one.candidates.every(isEach);
}

/** The comparison for the current choice. */
export function currentCandidates(study: Study): CandidatesJob | null {
  const job = currentJob(study, "candidates");
  return job !== null && isSamePlan(job.plan, planOf(study)) ? job : null;
}

/** Why a column of the file cannot be crossed with others; null if it can. */
export function notCrossed({ recipe, source }: Study, name: string): string | null {
  const column = profileOf(source, name);
  if (recipe === null || source === null || column === undefined) return "it is not in the file";
  if (isQuasiIdentifier(recipe, name)) return null;
  if (roleOf(recipe, name) === "identifier") return "an identifier";
  if (recipe.count_column === name) return "it counts records";
  if (roleOf(recipe, name) === null) return "nobody has decided on it";
  if (treatmentOf(recipe, name) !== "keep") return "it is not released with its values";
  const isText = column.kind === "text" || column.kind === "empty";
  const isFree = isText && (column.alone == null || 2 * column.alone > source.profile.records);
  return isFree ? "text that is another one in most records" : null;
}

function canCross(study: Study, name: string): boolean {
  return notCrossed(study, name) === null;
}

/** Computes the effect of the policies on the table. */
export async function compareCandidates(workbench: Workbench): Promise<void> {
  const { recipe, source } = workbench.study;
  const plan = planOf(workbench.study);
  const { candidates, threshold } = plan;
  if (recipe === null || source === null || candidates.length === 0) return;
  const activity = { kind: "finding", name: "the comparison", share: 0, cost: 0 } as const;
  const begun = { name: "candidates", step: "compare", activity, plan, reached: null } as const;
  await runJob(workbench, begun, async ({ signal }) => {
    const onShare = (share: number) => workbench.advance(signal, { ...activity, share });
    const cross = (plan.cross ?? []).filter((name) => canCross(workbench.study, name));
    const asked = {
      candidates: candidates.map((candidate) => ({
        levels: candidate.levels,
        k: candidate.k,
        recipe: ownRecipe(workbench, recipe, candidate),
        rebuilt: candidate.intervals !== null,
      })),
      threshold,
      cross: cross.length === 2 ? cross : [],
    };
    const rows = await workbench.engine.inTurn(signal, (face, job) =>
      face.candidates(job, plain(recipe), source.file, source.dialect.encoding, asked, Comlink.proxy(onShare)),
    );
    const answer = candidates.flatMap((candidate, at) => {
      const row = rows[at];
      return row === undefined ? [] : [{ candidate, row }];
    });
    return { whole: true, answer };
  });
}

/** Makes a policy the study's. One with a different k, or with its own hierarchies, changes the settings first. */
export async function takeTried(workbench: Workbench, candidate: Candidate): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const { name, levels, k, limit, intervals, protect } = candidate;
  change(workbench, { a: null, b: null });
  if (intervals !== null) return takePoint(workbench, intervals);
  const result = currentResult(workbench.study);
  const asked = withK(protect === undefined ? recipe : asking(recipe, protect), k);
  const isOfThis =
    k === recipe.privacy.k &&
    (limit ?? recipe.privacy.suppression_limit) === recipe.privacy.suppression_limit &&
    JSON.stringify(asked.protect) === JSON.stringify(recipe.protect);
  if (isOfThis && result !== null && canAsk(workbench, result)) {
    await choose(workbench, levels);
    return;
  }
  const privacy = { k, suppression_limit: limit ?? recipe.privacy.suppression_limit };
  workbench.change(`take ${name}`, withChosen({ ...asked, privacy }, null));
  await search(workbench, false);
  const found = currentResult(workbench.study);
  if (
    found !== null &&
    !isLevels(
      found.found.outcome.policy.map(({ level }) => level),
      levels,
    )
  )
    await choose(workbench, levels);
}

function isLevels(one: readonly number[], other: readonly number[]): boolean {
  return one.join() === other.join();
}
