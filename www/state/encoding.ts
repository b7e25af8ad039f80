/**
 * Loads the quasi-identifiers into the engine under the current settings, when a run needs them or shortly after a
 * change.
 */

import type { Bytes } from "../engine/wire/protocol";
import type { Desk } from "./desk";
import { currentResult } from "./result";
import { uncovered } from "./shaping";
import type { Source } from "./source";
import { currentSummary, encodingOf, quasiIdentifiers } from "./study";
import type { Workbench } from "./workbench";

/** Files up to this size are measured automatically after a change; larger ones only when a run needs it. */
const MEASURED_UNASKED_BYTES = 64 << 20;
const MEASURE_AFTER_MILLISECONDS = 400;

/** Whether the figures of a file are kept up to date automatically. */
export function isMeasuredUnasked(source: Source): boolean {
  return source.file.size <= MEASURED_UNASKED_BYTES;
}

/** Measures the table under the current settings, on request. */
export async function measureNow(workbench: Workbench): Promise<void> {
  const { source } = workbench.study;
  if (source === null) return;
  await workbench.occupy(workbench.step, { kind: "encoding", name: source.name, bytes: null }, (signal) =>
    encode(workbench, signal, false),
  );
}

/** Loads the quasi-identifiers under the current settings; silently if in the background. */
export async function encode(desk: Desk, signal: AbortSignal, background: boolean): Promise<void> {
  const { recipe, source } = desk.study;
  if (recipe === null || source === null) return;
  const encoding = encodingOf(desk.study);
  const { key } = encoding;
  if (desk.engine.holdsTable(key) && currentSummary(desk.study) !== null) return;
  // A request would wait for the background work without seeing its progress.
  if (!background) desk.unasked?.abort();
  const onBytes = (bytes: Bytes) => {
    if (!background) desk.advance(signal, { kind: "encoding", name: source.name, bytes });
  };
  const table = await desk.engine.encode(source, encoding, onBytes, signal);
  desk.set({ summary: { key, source, table } });
}

/** Keeps the scoreboard's "before" up to date: measures the table shortly after the settings changed. */
export function measureAfterChanges(workbench: Workbench): void {
  let timer = 0;
  const measure = () => {
    const { activity, recipe, source } = workbench.study;
    const asked = source !== null && isMeasuredUnasked(source) && quasiIdentifiers(recipe).length > 0;
    if (!asked || activity !== null || currentResult(workbench.study) !== null) return;
    if (currentSummary(workbench.study) !== null || uncovered(workbench).length > 0) return;
    workbench.unasked = new AbortController();
    // Faults in the settings are shown where they are made, and again when a run is requested.
    encode(workbench, workbench.unasked.signal, true).catch(() => undefined);
  };
  workbench.onSettings(() => {
    workbench.unasked?.abort();
    clearTimeout(timer);
    timer = window.setTimeout(measure, MEASURE_AFTER_MILLISECONDS);
  });
}
