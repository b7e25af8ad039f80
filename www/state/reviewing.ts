/** The review of a finished file, on a desk of its own: the open study stays as it is. */

import { findUniques, review } from "../engine/uniques-client";
import type { Recipe, Role } from "../engine/wire/protocol";
import type { Blank, FullReview, Share, UniquesReport } from "../engine/wire/uniques-rows";
import type { Desk } from "./desk";
import { type Job, runJob } from "./job";
import { read } from "./opening";
import { newRecipe, plain, withRoles } from "./recipe";
import { withUniques } from "./settings";
import { NO_JOBS, type Source, tableKey } from "./study";

/** What is known of a column that is no quasi-identifier. */
export type Known = Exclude<Role, "quasi-identifier"> | "count";

export interface ReviewSettings {
  readonly qis: readonly string[];
  /** The other columns of which anything is known. */
  readonly others: Readonly<Record<string, Known>>;
  readonly k: number;
  readonly blank: Blank;
  /** Whether cells without a value are blank as `*` is. */
  readonly emptyIsBlank: boolean;
  readonly maxSize: number | null;
}

export interface ReviewAnswer extends FullReview {
  readonly settings: ReviewSettings;
  readonly uniques: UniquesReport;
}

/** The review of the file of its desk. */
export type ReviewJob = Job<ReviewSettings, null, ReviewAnswer>;

/** The recipe that says the same of the file as the settings of its review do. */
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
    k: Math.max(2, settings.k),
    max_size: settings.maxSize,
    missing: settings.blank === "category" ? "value" : "ignore",
  });
}

export function changeReview(desk: Desk, patch: Partial<ReviewSettings>): void {
  const reviewed = { ...desk.study.reviewed, ...patch };
  const { source } = desk.study;
  desk.set({ reviewed, recipe: source === null ? null : recipeOf(source, reviewed) });
}

/** Says whether a column is a quasi-identifier, or what else is known of it; null for nothing. */
export function know(desk: Desk, name: string, known: Known | "quasi-identifier" | null): void {
  const { reviewed } = desk.study;
  const qis = reviewed.qis.filter((one) => one !== name);
  // One column at the most has the counts.
  const rest = Object.entries(reviewed.others).filter(
    ([other, before]) => other !== name && (known !== "count" || before !== "count"),
  );
  if (known === "quasi-identifier") qis.push(name);
  else if (known !== null) rest.push([name, known]);
  changeReview(desk, { qis, others: Object.fromEntries(rest) });
}

/** Reads a file; every column but those of many values is asked about at first. */
export function openFinished(desk: Desk, file: Blob, name: string): Promise<void> {
  return read(desk, "review", file, name, {}, (source) => {
    const { columns } = source.profile;
    const suggested = columns.filter(({ suggestion }) => suggestion.role === "quasi-identifier");
    desk.set({ ...NO_JOBS, source, summary: null });
    changeReview(desk, { qis: suggested.map((column) => column.name), others: {} });
  });
}

/** Reviews the file under the settings as they are. */
export async function reviewFinished(desk: Desk): Promise<void> {
  const { source, recipe, reviewed: settings } = desk.study;
  if (source === null || recipe === null || settings.qis.length === 0) return;
  const activity = { kind: "finding", name: source.name, share: 0, cost: 0 } as const;
  const begun = { name: "review", step: "review", activity, plan: settings, reached: null } as const;
  await runJob(desk, begun, async ({ signal }) => {
    const onShare = ({ share }: Share) => desk.advance(signal, { ...activity, share });
    const { engine } = desk;
    const { k, blank } = settings;
    const text = plain(recipe);
    const asked = { recipe: text, k, blank, missing: recipe.dialect.missing };
    const full = await review(engine, source, asked, onShare, signal);
    const { report } = await findUniques(engine, source, text, tableKey(recipe), onShare, signal);
    return { whole: true, answer: { settings, ...full, uniques: report } };
  });
}
