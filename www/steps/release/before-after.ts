import { html } from "lit";
import type { Recipe } from "../../engine/protocol";
import { roleOf } from "../../state/recipe";
import type { Result } from "../../state/study";
import { type GridModel, widthFor } from "../../table/model";
import { cell, records } from "../../ui/format";
import { roleTone } from "../../ui/role-letter";

const WIDTH_SAMPLE = 60;

/** The head of the table with both values in a cell where they differ. */
export function beforeAfter(result: Result): GridModel {
  const { head } = result.found;
  const { profile } = result.source;
  const recipe = JSON.parse(result.settings) as Recipe;
  const place = new Map(profile.columns.map((column, index) => [column.name, index]));
  const before = (row: number, column: number) => {
    const index = place.get(head.columns[column] ?? "");
    return index === undefined ? "" : (profile.head[row]?.[index] ?? "");
  };
  const after = (row: number, column: number) => head.rows[row]?.cells[column] ?? "";
  const text = (row: number, column: number) => {
    const [original, released] = [before(row, column), after(row, column)];
    return original === released ? cell(original) : `${cell(original)} → ${cell(released)}`;
  };
  return {
    label: `The first ${records(head.rows.length)}, original and released`,
    columns: head.columns.map((name, column) => ({
      name,
      numeric: false,
      tone: `toned ${roleTone(roleOf(recipe, name))}`,
      width: widthFor(
        name,
        Array.from({ length: Math.min(WIDTH_SAMPLE, head.rows.length) }, (_, row) => text(row, column)),
      ),
    })),
    rows: head.rows.length,
    text,
    show: (row, column) => {
      const [original, released] = [before(row, column), after(row, column)];
      if (original === released) return cell(original);
      return html`<span class="before">${cell(original)}</span> <span class="faint">→</span>
        <span class="after">${cell(released)}</span>`;
    },
    tone: (row) => (head.rows[row]?.suppressed === true ? "suppressed" : ""),
  };
}
