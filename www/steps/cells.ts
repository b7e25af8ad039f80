/** Texts about suppressed cells, for Uniques and Release. */

import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../charts/saved-table";
import type { Suppress, UniquesReport } from "../engine/wire/uniques-rows";
import type { Suppression } from "../state/cells";
import { READINGS } from "../text/uniques";
import { count, percent } from "../ui/format";

/** The number of cells, in words. */
export function cellsWords(cells: number): string {
  return `${count(cells)} ${cells === 1 ? "cell" : "cells"}`;
}

/** The share of the cells of the quasi-identifiers that is suppressed. */
export function cellsShare({ suppressed_cells, suppressed_cells_by_qi, records }: UniquesReport): string {
  return percent(suppressed_cells / Math.max(1, records * Object.keys(suppressed_cells_by_qi).length));
}

/** What is proven about suppressed cells. */
export function proof({ settings, report }: Suppression): TemplateResult {
  const way: Suppress = report.suppress;
  const { weights } = settings;
  const columns = Object.keys(report.suppressed_cells_by_qi);
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

/** The number of records that are still unsafe, by the reading of suppressed cells. */
export function readings(report: UniquesReport): TemplateResult {
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
