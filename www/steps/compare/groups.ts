/** The core's data about groups, prepared for charts and tables. Pure. */

import type { MirroredRow } from "../../charts/mirrored";
import type { CandidateRow, ColumnRow, GroupRow, Measured } from "../../engine/wire/compare-rows";
import { cell, count, short } from "../../ui/format";

/** Whether suppressed records are counted as a group of their own, or left out. */
export type Suppressed = "in" | "out";

export const SUPPRESSED = "suppressed records";

export function groupName({ label, last, groups, is_rest: isRest }: GroupRow): string {
  if (isRest) return `${count(groups)} other groups`;
  return last === null ? cell(label) : `${cell(label)} … ${cell(last)}`;
}

/** The groups of a column, and the suppressed records if they are counted. */
export function mirroredRows({ distribution, suppressed }: ColumnRow, counted: Suppressed): MirroredRow[] {
  const rows = distribution.map((group) => ({
    name: groupName(group),
    left: group.before,
    right: group.after,
    span: group.span,
  }));
  return counted === "in" && suppressed > 0
    ? [...rows, { name: SUPPRESSED, left: 0, right: suppressed, span: null }]
    : rows;
}

/** The totals of the shares before and after. */
export function allOf(
  { records, suppressed_records: suppressed }: CandidateRow,
  counted: Suppressed,
): [number, number] {
  return [records, counted === "in" ? records : records - suppressed];
}

/** A number, or a date in its written form. */
export function measured(value: Measured | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : short(value);
}
