/** The review of a finished file, on its own desk: the open study stays as it is. */

import { checkProof } from "../engine/proof-client";
import { findUniques, review } from "../engine/uniques-client";
import type { Condition } from "../engine/wire/conditions";
import type { ProofVerdict } from "../engine/wire/proofs";
import type { KanonError, Recipe, Role } from "../engine/wire/protocol";
import type { VerdictTold } from "../engine/wire/review";
import type { FullReview, Share, UniquesReport } from "../engine/wire/uniques-rows";
import { type Audited, audit, notCancelled } from "./auditing";
import { asksForPeople, columnOf } from "./conditions";
import type { Desk } from "./desk";
import { areNamedAlike, filedAs, filedRecipe } from "./filed";
import { type Job, runJob } from "./job";
import { newRecipe, plain, withRoles } from "./recipe";
import { keep } from "./review-history";
import type { Known, ReviewSettings } from "./review-settings";
import { withUniques } from "./settings";
import type { Source } from "./source";
import type { Study } from "./study";
import { toldOf } from "./verdict";

/** The result of a proof's check. */
export interface ProofChecked {
  /** Null if the check did not finish. */
  readonly verdict: ProofVerdict | null;
  readonly failure: KanonError | null;
}

/** The findings of a review. */
export interface Found extends FullReview {
  readonly settings: ReviewSettings & { readonly k: number };
  /** The values that were blank. */
  readonly missing: readonly string[];
  readonly uniques: UniquesReport;
  /** Null if no report was given. */
  readonly audited: Audited | null;
  /** The result for the proof; null if none was given, or an input of its check was missing. */
  readonly proof: ProofChecked | null;
}

export interface ReviewAnswer extends Found {
  /** The conclusions. */
  readonly told: VerdictTold;
}

/** The review of the desk's file. */
export type ReviewJob = Job<ReviewSettings, null, ReviewAnswer>;

/** The share of a review that is done when the report, the rows and the proof are checked. */
const AUDITED = 0.3;
const COMPARED = 0.5;
const PROVEN = 0.8;

/** A recipe that says the same of the file as the settings of its review. */
function recipeOf({ dialect }: Source, { qis, others, ...settings }: ReviewSettings): Recipe {
  const missing = [...(settings.emptyIsBlank ? dialect.missing : []), "*"];
  const roles = new Map<string, Role>(qis.map((name) => [name, "quasi-identifier"]));
  let count: string | null = null;
  for (const [name, known] of Object.entries(others)) {
    if (known === "count") count = name;
    else roles.set(name, known);
  }
  const recipe = { ...withRoles(newRecipe({ ...dialect, missing }), roles), count_column: count };
  return withUniques(recipe, {
    k: Math.max(2, settings.k ?? 2),
    max_size: settings.maxSize,
    missing: settings.blank === "category" ? "value" : "ignore",
  });
}

export function changeReview(desk: Desk, patch: Partial<ReviewSettings>): void {
  const reviewed = { ...desk.study.reviewed, ...patch };
  const { source } = desk.study;
  desk.set({ reviewed, recipe: source === null ? null : recipeOf(source, reviewed) });
}

/** Changes a setting, with this name for undo. */
export function setReview(desk: Desk, name: string, patch: Partial<ReviewSettings>): void {
  keep(desk, name);
  changeReview(desk, patch);
}

/** Declares a column to be a quasi-identifier or of another use; null for nothing. */
export function know(desk: Desk, name: string, known: Known | "quasi-identifier" | null): void {
  const { reviewed } = desk.study;
  const qis = reviewed.qis.filter((one) => one !== name);
  // At most one column has the counts.
  const rest = Object.entries(reviewed.others).filter(
    ([other, before]) => other !== name && (known !== "count" || before !== "count"),
  );
  if (known === "quasi-identifier") qis.push(name);
  else if (known !== null) rest.push([name, known]);
  const { [name]: _before, ...by } = reviewed.by;
  const told: ReviewSettings["by"] = known === null ? by : { ...by, [name]: "reviewer" };
  const conditions = desk.study.reviewed.conditions.filter(
    (condition) => columnOf(condition) !== name || known === "sensitive",
  );
  setReview(desk, `what ${name} is`, { qis, others: Object.fromEntries(rest), by: told, conditions });
}

/** Sets the conditions beside k. */
export function setConditions(desk: Desk, name: string, conditions: readonly Condition[]): void {
  setReview(desk, name, { conditions, conditionsBy: "reviewer" });
}

/** The conditions beside k, with the way to read the file for them; null if there are none. */
function besideK(study: Study, source: Source, blankValues: readonly string[], audited: Audited | null) {
  const { reviewed, promised, filing } = study;
  const { qis, others, conditions, weights, blank } = reviewed;
  if (conditions.length === 0) return null;
  const counts = weights === null && asksForPeople({ protect: conditions });
  const people = counts ? filedAs(study, "population") : null;
  const hasNone = audited?.hasOriginal === true && audited.verification?.suppressedRecords === 0;
  const areRemoved = promised?.areRemoved ?? false;
  const asked = {
    protect: conditions,
    quasiIdentifiers: qis,
    countColumn: Object.keys(others).find((name) => others[name] === "count") ?? null,
    weightColumn: weights,
    population: people?.name ?? null,
    blank,
    blankValues,
    areBlanksKept: areRemoved || promised?.cells != null || hasNone,
    areRemoved,
  };
  const isNamedAlike = promised !== null && areNamedAlike(promised, source.dialect);
  const recipe = isNamedAlike ? (filing?.dossier.recipe ?? null) : null;
  const population = people === null ? null : { file: people.file, key: people.sha256 };
  return { asked: JSON.stringify(asked), recipe, dialect: source.dialect, population };
}

/** The columns that look like quasi-identifiers and are undecided. */
export function proposed({ source, reviewed: { qis, others } }: Study): string[] {
  const columns = source?.profile.columns ?? [];
  const open = columns.filter(({ name }) => !qis.includes(name) && others[name] === undefined);
  return open.filter(({ suggestion }) => suggestion.role === "quasi-identifier").map(({ name }) => name);
}

/** Makes every column that looks like a quasi-identifier one. */
export function takeProposed(desk: Desk): void {
  const names = proposed(desk.study);
  const { qis, by } = desk.study.reviewed;
  const told = names.map((name) => [name, "reviewer"] as const);
  setReview(desk, "take the proposed columns", { qis: [...qis, ...names], by: { ...by, ...Object.fromEntries(told) } });
}

/** Whether a condition counts people but the way to count them is open. */
function lacksPeople(study: Study): boolean {
  const { conditions, weights } = study.reviewed;
  if (!asksForPeople({ protect: conditions }) || weights !== null) return false;
  return filedAs(study, "population") === null && filedRecipe(study)?.risk?.population === undefined;
}

/** Whether cells without a value match nothing, as report or recipe says of a release with suppressed cells. */
export function ignoresEmpty({ promised }: Study): boolean {
  return promised !== null && promised.cells !== null && promised.ignoresMissing;
}

/** Whether columns, k and, if needed, the way to count people are set. */
export function canReview(study: Study): boolean {
  const { qis, k } = study.reviewed;
  return study.source !== null && qis.length > 0 && k !== null && !lacksPeople(study);
}

/** Reviews the file under the current settings with up to `workers` workers. */
export async function reviewFinished(desk: Desk, workers: number): Promise<void> {
  const { source, recipe, reviewed } = desk.study;
  const { k, blank } = reviewed;
  if (source === null || recipe === null || k === null || reviewed.qis.length === 0) return;
  const settings = { ...reviewed, k };
  const activity = { kind: "finding", name: source.name, share: 0, cost: 0 } as const;
  const begun = { name: "review", step: "review", activity, plan: settings, reached: null } as const;
  await runJob(desk, begun, async ({ signal }) => {
    const onShare = (share: number) => void desk.advance(signal, { ...activity, share });
    const audited = await audit(desk, source, (share) => onShare(AUDITED * share), signal);
    const { engine } = desk;
    const text = plain(recipe);
    const { missing } = recipe.dialect;
    const conditions = besideK(desk.study, source, missing, audited);
    const ignoresMissing = ignoresEmpty(desk.study);
    const asked = { recipe: text, k, blank, missing, ignoresMissing, conditions };
    const onCompared = ({ share }: Share) => onShare(AUDITED + (COMPARED - AUDITED) * share);
    const full = await review(engine, source, asked, onCompared, signal);
    const onFound = ({ share }: Share) => onShare(PROVEN + (1 - PROVEN) * share);
    const onProven = (share: number) => onShare(COMPARED + (PROVEN - COMPARED) * share);
    const proof = await checkedProof(desk, source, workers, onProven, signal);
    const { report } = await findUniques(engine, text, workers, onFound, signal);
    const found = { settings, missing, ...full, uniques: report, audited, proof };
    return { whole: true, answer: { ...found, told: await toldOf(desk, found) } };
  });
}

/** Checks the proof, if it was given together with the recipe and the original. */
async function checkedProof(
  { study, engine }: Desk,
  source: Source,
  workers: number,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<ProofChecked | null> {
  const [proof, original] = [filedAs(study, "proof"), filedAs(study, "original")];
  const recipe = study.filing?.dossier.recipe ?? null;
  if (proof === null || original === null || recipe === null) return null;
  const given = { recipe, proof: proof.file, release: source.file };
  try {
    return {
      verdict: await checkProof(engine, original.file, given, workers, onShare, signal),
      failure: null,
    };
  } catch (thrown) {
    return { verdict: null, failure: notCancelled(thrown, signal) };
  }
}
