import { html, type TemplateResult } from "lit";
import type { Recipe, ReleasedHead, Treatment } from "../../engine/wire/protocol";
import type { Names } from "../../state/names";
import { nameOf, roleOf, treatmentOf } from "../../state/recipe";
import type { Source } from "../../state/source";
import { type GridModel, widthFor } from "../../table/model";
import { TREATMENTS } from "../../text/treatments";
import { cell, records } from "../../ui/format";
import { roleTone } from "../../ui/role-letter";
import { SUPPRESSED } from "./words";

const WIDTH_SAMPLE = 60;

/** The placeholder for a cell that depends on all rows, or on the key: it is known when the release is written. */
function madeLater(treatment: Treatment): string | null {
  const name = nameOf(treatment);
  return name === "pseudonym" || name === "keyed-hash" ? TREATMENTS[name] : null;
}

/** The first rows of the table, with both values in a cell if they differ; removed rows are marked. */
export function beforeAfter(
  { profile, dialect, missing }: Source,
  recipe: Recipe | null,
  head: Pick<ReleasedHead, "columns" | "rows">,
  removed: boolean,
): GridModel {
  const place = new Map(profile.columns.map((column, index) => [column.name, index]));
  const before = (row: number, column: number) => {
    const index = place.get(head.columns[column] ?? "");
    return index === undefined ? "" : (profile.head[row]?.[index] ?? "");
  };
  const isGone = (row: number) => removed && head.rows[row]?.suppressed === true;
  const later = head.columns.map((name) => (recipe === null ? null : madeLater(treatmentOf(recipe, name))));
  const isMissing = (row: number, column: number) => {
    const own = missing[head.columns[column] ?? ""] ?? [];
    return [...dialect.missing, ...own].includes(before(row, column));
  };
  const after = (row: number, column: number) =>
    (isMissing(row, column) ? null : later[column]) ?? head.rows[row]?.cells[column] ?? "";
  const released = (row: number, column: number) => (isGone(row) ? SUPPRESSED.gone : cell(after(row, column)));
  const isSame = (row: number, column: number) => !isGone(row) && before(row, column) === after(row, column);
  const text = (row: number, column: number) => {
    const original = cell(before(row, column));
    return isSame(row, column) ? original : `${original} → ${released(row, column)}`;
  };
  return {
    label: `The first ${records(head.rows.length)}, original and released`,
    columns: head.columns.map((name, column) => ({
      name,
      numeric: false,
      tone: `toned ${roleTone(recipe === null ? null : roleOf(recipe, name))}`,
      width: widthFor(
        name,
        Array.from({ length: Math.min(WIDTH_SAMPLE, head.rows.length) }, (_, row) => text(row, column)),
      ),
    })),
    rows: head.rows.length,
    number: (row) => profile.headRows[row] ?? row + 1,
    text,
    show: (row, column) => {
      const original = cell(before(row, column));
      if (isSame(row, column)) return original;
      return html`<span class="before">${original}</span> <span class="faint">→</span>
        <span class=${isGone(row) ? "faint" : "after"}>${released(row, column)}</span>`;
    },
    tone: (row) => (head.rows[row]?.suppressed === true ? "suppressed" : ""),
  };
}

/** Original values beside released ones: only on the screen, so that no printout reveals both. */
export function preview(names: Names, model: GridModel): TemplateResult {
  return html`<section class="never-printed" aria-labelledby=${names.titled("head-title")}>
    <h2 id=${names.id("head-title")}>The first ${records(model.rows)}, original → released</h2>
    <kanon-grid id=${names.id("released-head")} .model=${model}></kanon-grid>
  </section>`;
}
