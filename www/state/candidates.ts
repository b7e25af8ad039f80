/**
 * Policies that are looked at before one is taken: what they would make of the table, two of them side by side.
 */

import * as Comlink from "comlink";
import type { CandidateRow } from "../engine/wire/compare-rows";
import { canAsk, choose } from "./choosing";
import { currentJob, type Job, runJob } from "./job";
import { type Candidate, isSame, type Looked } from "./looked";
import { isQuasiIdentifier, plain } from "./recipe";
import { currentResult } from "./result";
import { search } from "./searching";
import type { Study } from "./study";
import type { Workbench } from "./workbench";

/** What each candidate makes of the table; the answer names the candidates that it is of. */
export type CandidatesJob = Job<ComparePlan, null, readonly Compared[]>;

/** One or two policies, and what is asked of them. */
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

/** The quasi-identifiers in the order of the file, in which levels are given. */
function columnsOf({ recipe, source }: Study): string[] {
  if (recipe === null || source === null) return [];
  return source.profile.columns.map(({ name }) => name).filter((name) => isQuasiIdentifier(recipe, name));
}

/** The policy that was found, or was chosen in its place. */
export function foundCandidate(study: Study): Candidate | null {
  const outcome = currentResult(study)?.found.outcome;
  if (outcome === undefined || study.recipe === null) return null;
  return {
    name: outcome.chosen ? "the chosen policy" : outcome.optimal ? "the best policy" : "the policy found",
    columns: outcome.policy.map(({ column }) => column),
    levels: outcome.policy.map(({ level }) => level),
    k: study.recipe.privacy.k,
    limit: null,
    recipe: null,
  };
}

/** The policies to compare as things are, one or two; those of other columns than there are now are left out. */
export function wanted(study: Study): readonly Candidate[] {
  const { a, b } = study.looked;
  const columns = columnsOf(study).join("\n");
  const fits = (one: Candidate | null): one is Candidate => one !== null && one.columns.join("\n") === columns;
  const found = foundCandidate(study);
  const first = fits(a) ? a : fits(found) ? found : null;
  return [first, fits(b) ? b : null].filter((one) => one !== null);
}

function planOf(study: Study): ComparePlan {
  const { cross, threshold } = study.looked;
  return { candidates: wanted(study), cross, threshold };
}

function change(workbench: Workbench, patch: Partial<Looked>): void {
  workbench.set({ looked: { ...workbench.study.looked, ...patch } });
}

/** Looks at another policy in the first or the second place; null takes it away. */
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

/** The comparison of what is to be compared now. */
export function currentCandidates(study: Study): CandidatesJob | null {
  const job = currentJob(study, "candidates");
  return job !== null && JSON.stringify(job.plan) === JSON.stringify(planOf(study)) ? job : null;
}

/** Finds out what the policies make of the table. */
export async function compareCandidates(workbench: Workbench): Promise<void> {
  const { recipe, source } = workbench.study;
  const plan = planOf(workbench.study);
  const { candidates, threshold } = plan;
  if (recipe === null || source === null || candidates.length === 0) return;
  const columns = columnsOf(workbench.study);
  const activity = { kind: "finding", name: "the comparison", share: 0, cost: 0 } as const;
  const begun = { name: "candidates", step: "compare", activity, plan, reached: null } as const;
  await runJob(workbench, begun, async ({ signal }) => {
    const onShare = (share: number) => workbench.advance(signal, { ...activity, share });
    const cross = (plan.cross ?? []).map((name) => columns.indexOf(name)).filter((at) => at >= 0);
    const asked = {
      candidates: candidates.map(({ levels, k, recipe: own }) => ({
        levels,
        k,
        recipe: own === null ? null : plain(own),
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

/** Makes a policy the study's. One with another k, or with hierarchies of its own, changes the settings first. */
export async function takeCandidate(workbench: Workbench, candidate: Candidate): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const { name, levels, k, limit, recipe: own } = candidate;
  change(workbench, { a: null, b: null });
  const result = currentResult(workbench.study);
  const isOfThis =
    own === null &&
    k === recipe.privacy.k &&
    (limit ?? recipe.privacy.suppression_limit) === recipe.privacy.suppression_limit;
  if (isOfThis && result !== null && canAsk(workbench, result)) {
    await choose(workbench, levels);
    return;
  }
  const privacy = { k, suppression_limit: limit ?? recipe.privacy.suppression_limit };
  workbench.change(`take ${name}`, own ?? { ...recipe, privacy });
  await search(workbench, false);
  const found = currentResult(workbench.study);
  if (
    found !== null &&
    own === null &&
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
