/** Unsafe combinations of the open table: finding them, looking at one record, suppressing cells, and what to change next. */

import type { Recipe } from "../engine/protocol";
import { findUniques, suppress, uniqueRecord, writeSuppressed } from "../engine/uniques-client";
import type {
  RecordView,
  Share,
  Suppress,
  UniquesFound,
  UniquesRecipe,
  UniquesReport,
  WrittenCells,
} from "../engine/uniques-rows";
import { plain, withRoles } from "./recipe";
import { encode } from "./searching";
import { quasiIdentifiersInOrder, type Source, tableKey } from "./study";
import type { Workbench } from "./workbench";

export const USUAL: UniquesRecipe = {
  k: 2,
  max_size: null,
  missing: "ignore",
  suppress: "none",
  weights: {},
  impact: { weight: null, outcome: null, covariates: [] },
};

/** What is known of the table's unsafe combinations. */
export interface Uniques {
  /** The settings that it belongs to, as text. */
  readonly key: string;
  readonly source: Source;
  readonly columns: readonly string[];
  readonly found: UniquesFound;
  readonly record: RecordView | null;
  readonly suppressed: { readonly settings: UniquesRecipe; readonly report: UniquesReport } | null;
  readonly written: WrittenCells | null;
  /** Unsafe records and combinations of the last run before this one. */
  readonly before: { readonly change: string; readonly records: number; readonly combinations: number } | null;
}

/** The settings as they are; the recipe holds none of them until one is changed. */
export function settingsOf(recipe: Recipe): UniquesRecipe {
  return { ...USUAL, ...recipe.uniques };
}

/** What the findings depend on. */
export function uniquesKey(recipe: Recipe): string {
  const { k, max_size, missing, policy } = settingsOf(recipe);
  return JSON.stringify([tableKey(recipe), k, max_size, missing, policy ?? {}]);
}

/** The findings, when they belong to the settings as they are. */
export function currentUniques(workbench: Workbench): Uniques | null {
  const { recipe, source, uniques } = workbench.study;
  if (recipe === null || uniques === null || uniques.source !== source) return null;
  return uniques.key === uniquesKey(recipe) ? uniques : null;
}

export function changeUniques(workbench: Workbench, name: string, patch: Partial<UniquesRecipe>): void {
  const { recipe } = workbench.study;
  if (recipe !== null) workbench.change(name, { ...recipe, uniques: { ...settingsOf(recipe), ...patch } });
}

/** Finds the combinations under the settings as they are. */
export async function find(workbench: Workbench, change = ""): Promise<void> {
  const { recipe, source, uniques: last } = workbench.study;
  if (recipe === null || source === null) return;
  const key = uniquesKey(recipe);
  const activity = { kind: "finding", name: "unsafe combinations", share: 0, cost: 0 } as const;
  await workbench.occupy("uniques", activity, async (signal) => {
    await encode(workbench, signal, false);
    const onShare = ({ share }: Share) => workbench.advance(signal, { ...activity, share });
    const { engine } = workbench;
    const found = await findUniques(engine, source, plain(recipe), tableKey(recipe), onShare, signal);
    const before =
      last === null || last.source !== source || change === ""
        ? null
        : { change, records: last.found.report.unsafe_records, combinations: last.found.report.combinations };
    const columns = quasiIdentifiersInOrder(workbench.study);
    workbench.set({ uniques: { key, source, columns, found, record: null, suppressed: null, written: null, before } });
  });
}

/** Looks at the record of a row, from 1. */
export async function lookAtRecord(workbench: Workbench, row: number): Promise<void> {
  const uniques = await held(workbench);
  if (uniques === null) return;
  const record = await uniqueRecord(workbench.engine, row - 1);
  const now = workbench.study.uniques;
  if (now !== null && now.key === uniques.key) workbench.set({ uniques: { ...now, record } });
}

/** Has the engine hold the findings again where a later reading has replaced them. */
async function held(workbench: Workbench): Promise<Uniques | null> {
  const { recipe } = workbench.study;
  if (recipe === null || currentUniques(workbench) === null) return null;
  if (!workbench.engine.holdsTable(tableKey(recipe))) await find(workbench);
  return currentUniques(workbench);
}

/** Suppresses cells in this way. */
export async function suppressCells(workbench: Workbench, way: Suppress): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null || (await held(workbench)) === null) return;
  const settings = { ...settingsOf(recipe), suppress: way };
  const activity = { kind: "finding", name: "cells to suppress", share: 0, cost: 0 } as const;
  await workbench.occupy("uniques", activity, async (signal) => {
    const onShare = (share: Share) => workbench.advance(signal, { ...activity, ...share });
    const asked = plain({ ...recipe, uniques: settings });
    const { report } = await suppress(workbench.engine, source, asked, onShare, signal);
    const now = currentUniques(workbench);
    if (now !== null) workbench.set({ uniques: { ...now, suppressed: { settings, report }, written: null } });
  });
}

/** Writes the table with its cells suppressed. */
export async function writeCells(workbench: Workbench, place: FileSystemFileHandle | null): Promise<void> {
  const { recipe, source } = workbench.study;
  if (recipe === null || source === null) return;
  const name = place?.name ?? `${source.name.replace(/\.[^.]*$/, "")}.suppressed.csv`;
  await workbench.occupy("uniques", { kind: "releasing", name, bytes: null }, async (signal) => {
    const onBytes = (bytes: { done: number; total: number }) =>
      workbench.advance(signal, { kind: "releasing", name, bytes });
    const written = await writeSuppressed(workbench.engine, source, plain(recipe), place, onBytes, signal);
    const now = currentUniques(workbench);
    if (now !== null) workbench.set({ uniques: { ...now, written } });
  });
}

/** Takes a column out of the quasi-identifiers and finds again; undo brings it back. */
export async function drop(workbench: Workbench, column: string): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  workbench.change(`drop ${column}`, withRoles(recipe, new Map([[column, "identifier"]])));
  await find(workbench, `without ${column}`);
}

/** Takes a column one level up in its hierarchy and finds again; undo takes it down. */
export async function recode(workbench: Workbench, column: string): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const { policy } = settingsOf(recipe);
  const level = (policy?.[column] ?? 0) + 1;
  changeUniques(workbench, `recode ${column}`, { policy: { ...policy, [column]: level } });
  await find(workbench, `${column} on level ${level}`);
}

/** Takes the levels of the policy that was found, so that only the records that it flags lose cells. */
export function takePolicy(workbench: Workbench, policy: Readonly<Record<string, number>>): void {
  changeUniques(workbench, "take the policy for unsafe combinations", { policy });
}
