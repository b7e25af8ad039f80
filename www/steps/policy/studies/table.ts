import { html, type TemplateResult } from "lit";
import { csvFile } from "../../../charts/save";
import { MEANINGS } from "../../../text/studies";
import { download } from "../../../ui/files";

/** A column of a study's table: its number or word, and how it is written. */
export interface Column<Row> {
  readonly name: string;
  readonly of: (row: Row) => string | number | null;
  readonly words?: (value: number) => string;
}

function written<Row>({ of, words }: Column<Row>, row: Row): TemplateResult {
  const value = of(row);
  if (value === null) return html`<td class="number">–</td>`;
  return typeof value === "number"
    ? html`<td class="number">${(words ?? String)(value)}</td>`
    : html`<td>${value}</td>`;
}

/** A table of a study, with the meaning of its columns, and the same data as a file. */
export function studyTable<Row>(
  caption: string,
  file: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): TemplateResult {
  const numbers = columns.map(({ of }) => rows.every((row) => typeof of(row) !== "string"));
  const save = () =>
    download(
      `${file}.csv`,
      csvFile([columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => of(row)))]),
    );
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${caption}>
      <table class="rows tight study">
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map(({ name }, index) => html`<th scope="col" class=${numbers[index] ? "number" : ""}>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr>
              ${columns.map((column) => written(column, row))}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <details class="meanings">
      <summary>What the columns are</summary>
      <dl>
        ${columns.map(
          ({ name }) => html`<dt>${name}</dt>
            <dd>${MEANINGS[name]}</dd>`,
        )}
      </dl>
    </details>
    <div class="row">
      <button type="button" class="quiet" @click=${save}>Save the table as CSV</button>
    </div>`;
}
