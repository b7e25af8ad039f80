/** Unsafe combinations of the open table: finding them, examining one record, suppressing cells, and the next step. */

import { toKanonError } from "../engine/failure";
import { findUniques, suppress, uniqueRecord } from "../engine/uniques-client";
import type {
  RecordView,
  Share,
  Suppress,
  UniquesFound,
  UniquesRecipe,
  UniquesReport,
  WrittenCells,
} from "../engine/wire/uniques-rows";
import { conditionsOf } from "./conditions";
import { changeAnswer, currentAnswer, type Job, lastAnswer, runJob } from "./job";
import { plain, withRoles } from "./recipe";
import { uniquesSettings } from "./settings";
import { levelName } from "./shaping";
import { encodingOf, quasiIdentifiersInOrder } from "./study";
import type { Workbench } from "./workbench";
import { workersOf } from "./workers";

/** What is known of the table's unsafe combinations. */
export interface Uniques {
  readonly columns: readonly string[];
  readonly found: UniquesFound;
  /** The number of the engine's table, which holds the findings as long as it is the engine's. */
  readonly table: number;
  readonly record: RecordView | null;
  readonly suppressed: { readonly settings: UniquesRecipe; readonly report: UniquesReport } | null;
  /** The written table, and its recipe. */
  readonly written: (WrittenCells & { readonly settings: string }) | null;
  /** Unsafe records and combinations of the previous run. */
  readonly before: { readonly change: string; readonly records: number; readonly combinations: number } | null;
}

export type UniquesJob = Job<null, null, Uniques>;

/** The findings, if they belong to the current settings. */
export function currentUniques(workbench: Workbench): Uniques | null {
  return currentAnswer(workbench.study, "uniques");
}

/** Changes the findings of a run, unless another has replaced it. */
export function note(workbench: Workbench, run: symbol | undefined, patch: Partial<Uniques>): void {
  if (run !== undefined) changeAnswer(workbench, "uniques", run, patch);
}

/**
 * Changes settings. The number of steps of a search for cells that was ended early belongs to the old ones and is
 * dropped.
 */
export function changeUniques(workbench: Workbench, name: string, patch: Partial<UniquesRecipe>): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const uniques = { ...toItsEnd(uniquesSettings(recipe)), ...patch };
  workbench.change(name, { ...recipe, uniques });
}

/** The settings of a search for cells that runs to its own end. */
function toItsEnd({ end_after_steps: _, ...settings }: UniquesRecipe): UniquesRecipe {
  return settings;
}

/** Finds the combinations under the settings as they are. */
export async function find(workbench: Workbench, change = ""): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const last = lastAnswer(workbench.study, "uniques");
  const activity = { kind: "finding", name: "unsafe combinations", share: 0, cost: 0 } as const;
  const begun = { name: "uniques", step: "uniques", activity, plan: null, reached: null } as const;
  await runJob(workbench, begun, async ({ signal }) => {
    const onShare = ({ share }: Share) => workbench.advance(signal, { ...activity, share });
    const { engine } = workbench;
    const found = await findUniques(engine, encodingOf(workbench.study).recipe, workersOf(workbench), onShare, signal);
    const before =
      last === null || change === ""
        ? null
        : { change, records: last.found.report.unsafe_records, combinations: last.found.report.combinations };
    const columns = quasiIdentifiersInOrder(workbench.study);
    const { table } = engine;
    return { whole: true, answer: { columns, found, table, record: null, suppressed: null, written: null, before } };
  });
}

/** Examines the record with a number in the file, from 1. */
export async function lookAtRecord(workbench: Workbench, row: number): Promise<void> {
  if ((await held(workbench)) === null) return;
  const run = workbench.study.uniques?.answered?.run;
  workbench.clearFailure("uniques");
  try {
    note(workbench, run, { record: await uniqueRecord(workbench.engine, row) });
  } catch (thrown) {
    workbench.fail("uniques", toKanonError(thrown));
  }
}

/** Loads the findings into the engine again if a later reading or a cancelled run has replaced them. */
async function held(workbench: Workbench): Promise<Uniques | null> {
  const { recipe } = workbench.study;
  if (recipe === null || currentUniques(workbench) === null) return null;
  if (!isHeld(workbench)) await find(workbench);
  return currentUniques(workbench);
}

/** Whether the engine still holds its last findings, and the cells that were suppressed for them. */
export function isHeld(workbench: Workbench): boolean {
  const { uniques } = workbench.study;
  return (
    uniques?.run === uniques?.answered?.run &&
    workbench.engine.holdsTable(encodingOf(workbench.study).key) &&
    currentUniques(workbench)?.table === workbench.engine.table
  );
}

/** Suppresses cells in this way. The caller may end the search with the best so far. */
export async function suppressCells(workbench: Workbench, way: Suppress): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null || conditionsOf(recipe).length > 0) return;
  await suppressBy(workbench, { ...toItsEnd(uniquesSettings(recipe)), suppress: way }, true);
}

/** Suppresses cells by these settings. */
export async function suppressBy(workbench: Workbench, settings: UniquesRecipe, mayEnd: boolean): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null || (await held(workbench)) === null) return;
  const activity = { kind: "finding", name: "cells to suppress", share: 0, cost: 0 } as const;
  await workbench.occupy("uniques", activity, async (signal) => {
    const ending = new AbortController();
    const onShare = ({ share, cost, bound = 0, canEnd }: Share) => {
      const end = mayEnd && canEnd === true ? () => ending.abort() : null;
      workbench.advance(signal, { ...activity, share, cost, bound, end });
    };
    const asked = plain({ ...recipe, uniques: settings });
    const { report } = await suppress(workbench.engine, source, asked, onShare, signal, ending.signal);
    const ended = report.ended_after_steps;
    const found = ended === undefined ? settings : { ...settings, end_after_steps: ended };
    note(workbench, workbench.study.uniques?.answered?.run, { suppressed: { settings: found, report }, written: null });
  });
}

/** Removes a column from the quasi-identifiers and searches again; undo brings it back. */
export async function drop(workbench: Workbench, column: string): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  workbench.change(`leave out ${column}`, withRoles(recipe, new Map([[column, "identifier"]])));
  await find(workbench, `without ${column}`);
}

/** Raises a column one level in its hierarchy and searches again; undo lowers it. */
export async function recode(workbench: Workbench, column: string): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const { policy } = uniquesSettings(recipe);
  const level = (policy?.[column] ?? 0) + 1;
  changeUniques(workbench, `recode ${column}`, { policy: { ...policy, [column]: level } });
  await find(workbench, `${column}: ${levelName(workbench, column, level)}`);
}

/** Uses the levels of the policy that was found, so that only the records that it flags lose cells. */
export function takePolicy(workbench: Workbench, policy: Readonly<Record<string, number>>): void {
  changeUniques(workbench, "take the policy for unsafe combinations", { policy });
}
