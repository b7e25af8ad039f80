import { html, type TemplateResult } from "lit";
import { currentCells } from "../state/cells";
import { uniquesSettings } from "../state/settings";
import { currentSummary } from "../state/study";
import type { Workbench } from "../state/workbench";
import { cellsShare } from "../steps/cells";
import { READINGS } from "../text/uniques";
import { count } from "../ui/format";
import { type Figure, NONE } from "./figure";

/** The figures of the board if single cells are suppressed: a policy's figures would belong to a different file. */
export function figuresOfCells(workbench: Workbench): Figure[] {
  const { study } = workbench;
  const report = currentCells(workbench)?.report ?? null;
  const before = currentSummary(study)?.riskBefore ?? null;
  const k = study.recipe === null ? 0 : uniquesSettings(study.recipe).k;
  const all = report === null ? 0 : report.records * Object.keys(report.suppressed_cells_by_qi).length;
  const most = report === null ? 0 : Math.max(...READINGS.map(({ key }) => report.unsafe_after[key]));
  const now = (write: (found: NonNullable<typeof report>) => string | TemplateResult) =>
    report === null ? NONE : write(report);
  return [
    {
      name: "k",
      unit: "records, where * may be any value",
      before: before === null ? NONE : count(before.smallestClass),
      now: report === null ? NONE : report.unsafe_after.wildcard === 0 ? `≥ ${count(k)}` : `< ${count(k)}`,
      formula: html`before: the size of the smallest group of records that agree on every quasi-identifier; now: the fewest
        records that a released one may be taken for, where two match that agree wherever both kept a cell`,
    },
    {
      name: "unsafe",
      unit: `records, k = ${count(k)}, worst reading`,
      before: report === null ? NONE : count(report.unsafe_records),
      now: report === null ? NONE : count(most),
      formula: html`records with values that fewer than k share; now, by what a suppressed cell is taken for:
      ${now((found) => html`${READINGS.map(({ key, name }) => html`<br />${name}: ${count(found.unsafe_after[key])}`)}`)}`,
    },
    {
      name: "cells",
      unit: report === null ? "suppressed" : `suppressed, ${cellsShare(report)} of ${count(all)}`,
      before: report === null ? NONE : "0",
      now: report === null ? NONE : count(report.suppressed_cells),
      formula: html`cells of quasi-identifiers that become * ÷ all of them
      ${now((found) => html`<br />now: ${count(found.suppressed_cells)} ÷ ${count(all)}; at least ${count(found.lower_bound_cells)} are needed`)}`,
    },
  ];
}
