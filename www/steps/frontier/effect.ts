import { html } from "lit";
import type { PartitionView } from "../../engine/wire/protocol";
import type { Source } from "../../state/source";
import { type GridModel, widthFor } from "../../table/model";
import { cell, records } from "../../ui/format";

const SHOWN_RECORDS = 50;

/** The first rows of the table under a partition policy: original → interval. */
export function effect({ profile }: Source, { columns }: PartitionView): GridModel {
  const head = profile.head.slice(0, SHOWN_RECORDS);
  const shown = columns.map(({ column, rows }) => ({
    column,
    place: profile.columns.findIndex(({ name }) => name === column),
    labels: new Map(rows),
  }));
  const pair = (row: number, at: number) => {
    const { place, labels } = shown[at] ?? { place: -1, labels: new Map<string, string>() };
    const original = head[row]?.[place] ?? "";
    return [original, labels.get(original) ?? original] as const;
  };
  const text = (row: number, column: number) => {
    const [original, released] = pair(row, column);
    return original === released ? cell(original) : `${cell(original)} → ${released}`;
  };
  return {
    label: `The first ${records(head.length)} under this policy`,
    columns: shown.map(({ column }, at) => ({
      name: column,
      numeric: false,
      tone: "",
      width: widthFor(
        column,
        head.map((_, row) => text(row, at)),
      ),
    })),
    rows: head.length,
    text,
    show: (row, column) => {
      const [original, released] = pair(row, column);
      if (original === released) return cell(original);
      return html`<span class="before">${cell(original)}</span> <span class="faint">→</span>
        <span class="after">${released}</span>`;
    },
    tone: () => "",
  };
}
