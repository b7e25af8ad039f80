import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { Suppress, UniquesReport } from "../../engine/wire/uniques-rows";
import { plain } from "../../state/recipe";
import { undecided } from "../../state/study";
import { currentUniques, suppressCells, type Uniques, writeCells } from "../../state/uniques";
import { READINGS, WAYS } from "../../text/uniques";
import { barred } from "../../ui/barred";
import { canPickPlace, download, pickPlace, text } from "../../ui/files";
import { bytes, count, percent } from "../../ui/format";
import { toDecide } from "../to-decide";
import { openQuestions, untouchedColumns } from "../untouched";
import { View } from "../view";
import { impactView } from "./impact";

type Way = keyof typeof WAYS;

/** Suppression of single cells: the ways to do it, what they cost, and what is still unsafe after them. */
export class UniquesSuppression extends View {
  private way: Way = "strict";

  protected override render(): TemplateResult | typeof nothing {
    const uniques = currentUniques(this.workbench);
    if (uniques === null || uniques.found.report.unsafe_records === 0) return nothing;
    const busy = this.workbench.study.activity !== null;
    const { suppressed } = uniques;
    return html`<section aria-labelledby=${this.workbench.names.titled("suppression-title")}>
      <h2 id=${this.workbench.names.id("suppression-title")}>Suppress single cells</h2>
      <fieldset>
        <legend>Which cells</legend>
        ${Object.entries(WAYS).map(
          ([way, { name, words }]) => html`<label class="check">
            <input
              type="radio"
              name=${this.workbench.names.id("way")}
              .checked=${this.way === way}
              @change=${() => {
                this.way = way as Way;
                this.requestUpdate();
              }}
            />
            <span><b>${name}</b> <span class="caption">${words}</span></span>
          </label>`,
        )}
      </fieldset>
      <div class="row">
        <button type="button" class="primary" ?disabled=${busy} @click=${() => suppressCells(this.workbench, this.way)}>
          Suppress cells
        </button>
      </div>
      ${suppressed === null ? nothing : this.answer(uniques, suppressed.report)}
    </section>`;
  }

  private answer(uniques: Uniques, report: UniquesReport): TemplateResult {
    const all = report.records * uniques.columns.length;
    const by = uniques.columns
      .map((name) => ({ name, cells: report.suppressed_cells_by_qi[name] ?? 0 }))
      .sort((one, other) => other.cells - one.cells);
    const most = Math.max(1, ...by.map(({ cells }) => cells));
    return html`<p class="headline" role="status">
        <b>${count(report.suppressed_cells)}</b> ${report.suppressed_cells === 1 ? "cell" : "cells"} suppressed (${percent(report.suppressed_cells / all)} of all).
      </p>
      <p>${this.proof(uniques, report)}</p>
      ${this.readings(report)}
      ${savedTable(
        "Suppressed cells by quasi-identifier",
        "suppressed-cells",
        () => [["quasi-identifier", "cells"], ...by.map(({ name, cells }) => [name, cells])],
        html`<table class="rows tight">
          <thead>
            <tr>
              <th scope="col">quasi-identifier</th>
              <th scope="col" class="number">cells</th>
              <th scope="col" class="number">of records</th>
            </tr>
          </thead>
          <tbody>
            ${by.map(
              ({ name, cells }) => html`<tr>
                <th scope="row">${name}</th>
                ${barred(cells, most, count(cells))}
                <td class="number">${percent(cells / report.records)}</td>
              </tr>`,
            )}
          </tbody>
        </table>`,
      )}
      ${this.writing(uniques)} ${report.impact === undefined ? nothing : impactView(this.workbench.names, report.impact)}`;
  }

  private proof({ columns, suppressed }: Uniques, report: UniquesReport): TemplateResult {
    const way: Suppress = report.suppress;
    const weights = suppressed?.settings.weights ?? {};
    const areEqual = new Set(columns.map((name) => weights[name] ?? 1)).size <= 1;
    const [cost, bound] = areEqual
      ? [report.suppressed_cells, report.lower_bound_cells]
      : [report.suppression_cost, report.lower_bound_cost];
    const paid = areEqual ? nothing : html`By the weights of the recipe they cost <b>${cost}</b>. `;
    if (report.proven_minimal) {
      const fewer = areEqual ? "fewer cells" : "cheaper cells";
      if (way === "per-record") {
        return html`${paid}Proven: no record by itself can be made safe with ${fewer}, as long as others keep all their cells.`;
      }
      return way === "wildcard"
        ? html`${paid}Proven: ${fewer} leave some record unsafe, even to whoever takes a suppressed cell for any value.`
        : html`${paid}Proven: no table that is safe under every reading has ${areEqual ? "fewer" : "cheaper ones"}.`;
    }
    const needed = areEqual
      ? html`At least <b>${count(bound)}</b> ${bound === 1 ? "cell is" : "cells are"} needed`
      : html`${paid}Any that does costs at least <b>${bound}</b>`;
    return bound === 0
      ? html`${paid}No bound is proven.`
      : html`${needed}; this is ${percent(cost / bound - 1)} above it.`;
  }

  private readings(report: UniquesReport): TemplateResult {
    return savedTable(
      "Records still unsafe, by reading",
      "still-unsafe",
      () => [
        ["a suppressed cell", "records still unsafe"],
        ...READINGS.map(({ key, name }) => [name, report.unsafe_after[key]]),
      ],
      html`<table class="rows">
        <thead>
          <tr>
            <th scope="col">where a suppressed cell …</th>
            <th scope="col" class="number">records still unsafe</th>
            <th scope="col">that is</th>
          </tr>
        </thead>
        <tbody>
          ${READINGS.map(
            ({ key, name, words }) => html`<tr>
              <th scope="row">${name}</th>
              <td class="number ${report.unsafe_after[key] > 0 ? "bad" : ""}">${count(report.unsafe_after[key])}</td>
              <td>${words}</td>
            </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  private writing(uniques: Uniques): TemplateResult {
    const { source, recipe } = this.workbench.study;
    // What was written under other settings is no longer offered.
    const isCurrent = recipe !== null && uniques.written?.settings === plain(recipe);
    const written = isCurrent ? uniques.written : null;
    const stem = (source?.name ?? "").replace(/\.[^.]*$/, "");
    const write = async () => {
      const name = `${stem}.suppressed.csv`;
      if (!canPickPlace() || (source?.file.size ?? 0) < 64 << 20) return writeCells(this.workbench, null);
      const place = await pickPlace(name);
      return place === null ? undefined : writeCells(this.workbench, place);
    };
    const busy = this.workbench.study.activity !== null;
    if (undecided(this.workbench.study).length > 0) return html`${toDecide(this.workbench)}`;
    const open = openQuestions(this.workbench);
    return html`${untouchedColumns(this.workbench)} ${open === null ? nothing : html`<p class="care">${open}</p>`}
    <div class="row">
      <button type="button" ?disabled=${busy || open !== null} @click=${write}>Write the table</button>
      ${
        written === null
          ? nothing
          : html`${
              written.blob === null
                ? html`<span>${bytes(written.bytes)} written</span>`
                : html`<button
                    type="button"
                    class="primary"
                    @click=${() => written.blob !== null && download(`${stem}.suppressed.csv`, written.blob)}
                  >
                    Download the table, ${bytes(written.bytes)}
                  </button>`
            }
            <button type="button" @click=${() => download(`${stem}.uniques.json`, text(written.report))}>
              Download its report
            </button>`
      }
    </div>`;
  }
}

customElements.define("kanon-uniques-suppression", UniquesSuppression);
