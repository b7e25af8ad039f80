import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import { currentCells, hasConditions, releaseCells, type Suppression } from "../../state/cells";
import { uniquesSettings } from "../../state/settings";
import { quasiIdentifiersInOrder } from "../../state/study";
import { changeUniques, currentUniques, suppressCells, type Uniques } from "../../state/uniques";
import { NO_CELLS, WAYS } from "../../text/uniques";
import { barred } from "../../ui/barred";
import { count, percent } from "../../ui/format";
import { cellsShare, proof, readings } from "../cells";
import { View } from "../view";
import { impactView } from "./impact";

type Way = keyof typeof WAYS;

const MOST_COST = 1000;

/** Suppression of single cells: the methods, their cost, and what is still unsafe afterwards. */
export class UniquesSuppression extends View {
  private way: Way = "strict";

  protected override render(): TemplateResult | typeof nothing {
    const uniques = currentUniques(this.workbench);
    if (uniques === null || uniques.found.report.unsafe_records === 0) return nothing;
    const busy = this.workbench.study.activity !== null;
    const { suppressed } = uniques;
    const { recipe } = this.workbench.study;
    if (recipe !== null && hasConditions(recipe)) return this.besideConditions();
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
      ${this.costs()}
      <div class="row">
        <button type="button" class="primary" ?disabled=${busy} @click=${() => suppressCells(this.workbench, this.way)}>
          Suppress cells
        </button>
      </div>
      ${suppressed === null ? nothing : this.answer(uniques, suppressed)}
    </section>`;
  }

  /** Why no cells can be suppressed while conditions beside k are asked for. */
  private besideConditions(): TemplateResult {
    const { workbench } = this;
    return html`<section aria-labelledby=${workbench.names.titled("suppression-title")}>
      <h2 id=${workbench.names.id("suppression-title")}>Suppress single cells</h2>
      <p class="care" role="status">${NO_CELLS}</p>
      <div class="row">
        <button type="button" @click=${() => workbench.goTo("policy")}>To these conditions under Policy</button>
      </div>
    </section>`;
  }

  /** The cost of a cell in each column: if its cells are worth more, others are suppressed instead. */
  private costs(): TemplateResult {
    const { recipe } = this.workbench.study;
    const weights = recipe === null ? {} : uniquesSettings(recipe).weights;
    const differ = Object.values(weights).some((weight) => weight !== 1);
    const change = (name: string) => (event: Event) => {
      const input = event.target as HTMLInputElement;
      const { [name]: before = 1, ...others } = weights;
      const cost = input.valueAsNumber;
      if (!(cost > 0 && cost <= MOST_COST)) input.value = String(before);
      else changeUniques(this.workbench, `what a cell of ${name} costs`, { weights: { ...others, [name]: cost } });
    };
    return html`<details ?open=${differ}>
      <summary>What a cell costs</summary>
      <div class="row fields">
        ${quasiIdentifiersInOrder(this.workbench.study).map(
          (name) => html`<label class="field">
            <span>${name}</span>
            <input type="number" class="short" min="0" max=${MOST_COST} step="any" .value=${String(weights[name] ?? 1)} @change=${change(name)} />
          </label>`,
        )}
      </div>
      <p class="caption">
        Of all ways to make the records safe the cheapest is looked for: a cell that costs 3 is kept where two that cost 1 do
        as well.
      </p>
    </details>`;
  }

  private answer(uniques: Uniques, suppression: Suppression): TemplateResult {
    const { report } = suppression;
    const by = uniques.columns
      .map((name) => ({ name, cells: report.suppressed_cells_by_qi[name] ?? 0 }))
      .sort((one, other) => other.cells - one.cells);
    const most = Math.max(1, ...by.map(({ cells }) => cells));
    return html`<p class="headline" role="status">
        <b>${count(report.suppressed_cells)}</b> ${report.suppressed_cells === 1 ? "cell" : "cells"} suppressed (${cellsShare(report)} of all).
      </p>
      <p>${proof(suppression)}</p>
      ${this.release()} ${readings(report)}
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
      ${report.impact === undefined ? nothing : impactView(this.workbench.names, report.impact)}`;
  }

  private release(): TemplateResult {
    const { workbench } = this;
    const isTaken = currentCells(workbench) !== null;
    return html`<div class="row">
        <button type="button" class=${isTaken ? "" : "primary"} ?disabled=${workbench.study.activity !== null} @click=${() => releaseCells(workbench)}>
          ${isTaken ? "To the release of these cells" : "Release with these cells suppressed"}
        </button>
      </div>
      ${
        isTaken
          ? nothing
          : html`<p class="caption">In place of a policy: Release then writes and verifies the table. Undo (Ctrl+Z) takes it back.</p>`
      }`;
  }
}

customElements.define("kanon-uniques-suppression", UniquesSuppression);
