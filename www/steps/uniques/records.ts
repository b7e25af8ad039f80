import { html, nothing, type TemplateResult } from "lit";
import type { RecordView } from "../../engine/wire/uniques-rows";
import type { Source } from "../../state/source";
import { currentUniques, lookAtRecord, type Uniques } from "../../state/uniques";
import type { GridModel } from "../../table/model";
import { widthFor } from "../../table/model";
import { cell, count, plural, short } from "../../ui/format";
import { View } from "../view";
import "../../table/grid";

const SHOWN_COMBINATIONS = 12;
const HEADS = ["row", "combinations", "smallest", "SUDA score", "DIS score"];

/** The riskiest records, and why one of them is unsafe. */
export class UniqueRecords extends View {
  private grid: { of: Uniques["found"]; model: GridModel } | null = null;

  protected override render(): TemplateResult | typeof nothing {
    const uniques = currentUniques(this.workbench);
    if (uniques === null || uniques.found.view.riskiest.length === 0) return nothing;
    if (this.grid?.of !== uniques.found) this.grid = { of: uniques.found, model: this.model(uniques) };
    const look = (event: Event) => {
      event.preventDefault();
      const input = (event.currentTarget as HTMLFormElement).querySelector("input");
      const row = input?.valueAsNumber ?? Number.NaN;
      if (row >= 1) void lookAtRecord(this.workbench, row);
    };
    const last = lastRow(this.workbench.study.source);
    return html`<section aria-labelledby=${this.workbench.names.titled("riskiest-title")}>
      <h2 id=${this.workbench.names.id("riskiest-title")}>Riskiest records</h2>
      <p class="caption">
        The ${count(uniques.found.view.riskiest.length)} of highest SUDA score (${uniques.found.report.scores.formula}
        formula: many and small combinations score high). DIS score: the chance that a match with the record is right, if
        ${short(100 * uniques.found.report.scores.dis_fraction)} % of the population is in the table. Enter or a click on a row
        says why.
      </p>
      <kanon-grid id=${this.workbench.names.id("riskiest")} .model=${this.grid.model}></kanon-grid>
      <form class="row" @submit=${look}>
        <label>Any record, by its row <input type="number" class="medium" min="1" max=${last} required /></label>
        <button type="submit">Why is it unsafe?</button>
      </form>
      ${uniques.record === null ? nothing : this.panel(uniques, uniques.record)}
    </section>`;
  }

  private model({ columns, found }: Uniques): GridModel {
    const { riskiest } = found.view;
    const text = (row: number, column: number): string => {
      const record = riskiest[row];
      if (record === undefined) return "";
      const figures = [record.row, record.combinations, record.smallest, short(record.score), record.dis.toFixed(4)];
      const figure = figures[column];
      return figure === undefined ? (record.values[column - HEADS.length] ?? "") : String(figure);
    };
    const first = riskiest.slice(0, 60);
    return {
      label: "Riskiest records",
      rows: riskiest.length,
      columns: [...HEADS, ...columns].map((name, column) => ({
        name,
        numeric: column < HEADS.length,
        width: widthFor(
          name,
          first.map((_, row) => text(row, column)),
        ),
      })),
      text,
      pick: (row) => {
        const record = riskiest[row];
        if (record !== undefined) void lookAtRecord(this.workbench, record.row);
      },
    };
  }

  private panel({ columns, found }: Uniques, record: RecordView): TemplateResult {
    const { k } = found.report;
    const named = (column: number) =>
      html`<span class="pair-value">${columns[column]} = <b>${cell(record.values[column] ?? "")}</b></span>`;
    const smallest = new Set(record.combinations[0] ?? []);
    const fix = new Set(record.fix);
    return html`<section class="record-panel" aria-live="polite" aria-labelledby=${this.workbench.names.titled("record-title")}>
      <h3 id=${this.workbench.names.id("record-title")}>Record ${count(record.row)}</h3>
      <div class="scroller" tabindex="0" role="group" aria-label="Values of record ${record.row}">
        <table class="rows tight">
          <thead>
            <tr>
              ${columns.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            <tr>
              ${columns.map((_, index) => html`<td class=${smallest.has(index) ? "singled" : ""}>${cell(record.values[index] ?? "")}</td>`)}
            </tr>
            <tr>
              ${columns.map((_, index) => html`<td>${fix.has(index) ? html`<code>*</code>` : html`<span class="faint">kept</span>`}</td>`)}
            </tr>
          </tbody>
        </table>
      </div>
      ${
        record.total === 0
          ? html`<p>It is safe: at least ${count(k)} records have each combination of its values.</p>`
          : html`<h4>Why it is unsafe</h4>
              <p>
                ${plural(record.total, "combination")} of its values ${record.total === 1 ? "belongs" : "belong"} to fewer than
                ${count(k)} records${record.combinations.length > SHOWN_COMBINATIONS ? ", the smallest of them:" : ":"}
              </p>
              <ul class="combinations">
                ${record.combinations
                  .slice(0, SHOWN_COMBINATIONS)
                  .map(
                    (set) =>
                      html`<li>${set.map((column, index) => html`${index > 0 ? " and " : ""}${named(column)}`)}</li>`,
                  )}
              </ul>
              <h4>Cheapest fix</h4>
              <p>
                Suppress ${plural(record.fix.length, "cell")}: ${record.fix.map((column) => columns[column]).join(", ")}.
                Nothing cheaper meets all of its combinations.
              </p>`
      }
    </section>`;
  }
}

/** The number of the file's last record. */
function lastRow(source: Source | null): number {
  return source === null ? 1 : source.profile.records + source.profile.raggedLeftOut;
}

customElements.define("kanon-unique-records", UniqueRecords);
