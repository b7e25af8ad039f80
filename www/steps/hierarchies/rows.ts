import { html } from "lit";
import type { HierarchyView } from "../../engine/wire/protocol";
import { type GridModel, widthFor } from "../../table/model";
import { cell, count } from "../../ui/format";

const WIDTH_SAMPLE = 80;

/** The rows of a hierarchy, with a column for each level. A group is named in the first of its consecutive rows. */
export function rowsModel(column: string, view: HierarchyView): GridModel {
  const sample = view.rows.slice(0, WIDTH_SAMPLE);
  const text = (row: number, level: number) => view.rows[row]?.[level] ?? "";
  return {
    label: `Hierarchy of ${column}, ${count(view.rows.length)} of ${count(view.leaves)} rows`,
    columns: Array.from({ length: view.height }, (_, level) => ({
      name: level === 0 ? "value" : (view.names[level] ?? ""),
      numeric: false,
      width: widthFor(
        view.names[level] ?? "",
        sample.map((row) => row[level] ?? ""),
      ),
    })),
    rows: view.rows.length,
    text,
    show: (row, level) => {
      const value = cell(text(row, level));
      const repeats = level > 0 && row > 0 && text(row - 1, level) === text(row, level);
      return repeats ? html`<span class="faint">${value}</span>` : value;
    },
  };
}
