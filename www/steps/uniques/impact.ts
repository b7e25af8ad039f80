import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { ColumnImpact, ImpactReport, ModelReport } from "../../engine/wire/uniques-rows";
import type { Names } from "../../state/names";
import { MODELS } from "../../text/uniques";
import { cell, count, percent, plural } from "../../ui/format";
import "../../charts/intervals";

const SHOWN_VALUES = 24;

/** The effect of suppression on analyses of the table. */
export function impactView(names: Names, impact: ImpactReport): TemplateResult {
  const touched = impact.columns.filter(({ cells }) => cells > 0);
  return html`<section aria-labelledby=${names.titled("impact-title")}>
    <h3 id=${names.id("impact-title")}>What it does to analyses</h3>
    <p>
      The 95 % intervals of the weighted shares before and after overlap for ${count(impact.overlapping)} of
      ${plural(impact.compared, "value")} that the table still has.
    </p>
    ${most(touched)} ${touched.map(distribution)} ${impact.regressions === undefined ? nothing : regressions(impact.regressions)}
  </section>`;
}

function most(columns: readonly ColumnImpact[]): TemplateResult {
  const share = ({ most_suppressed: top, cells }: ColumnImpact) => (top === null ? 0 : top[1] / cells);
  return savedTable(
    "Most suppressed values",
    "most-suppressed-values",
    () => [
      ["quasi-identifier", "cells", "most suppressed value", "cells of it", "vanished values"],
      ...columns.map((column) => [
        column.column,
        column.cells,
        column.most_suppressed?.[0] ?? "",
        column.most_suppressed?.[1] ?? 0,
        column.vanished.join("; "),
      ]),
    ],
    html`<table class="rows tight">
      <thead>
        <tr>
          <th scope="col">quasi-identifier</th>
          <th scope="col" class="number">cells</th>
          <th scope="col">most suppressed value</th>
          <th scope="col" class="number">cells of it</th>
          <th scope="col">values that vanish</th>
        </tr>
      </thead>
      <tbody>
        ${columns.map(
          (column) => html`<tr>
            <th scope="row">${column.column}</th>
            <td class="number">${count(column.cells)}</td>
            <td>${column.most_suppressed === null ? "–" : cell(column.most_suppressed[0])}</td>
            <td class="number">${count(column.most_suppressed?.[1] ?? 0)} (${percent(share(column))})</td>
            <td>${column.vanished.length === 0 ? "none" : column.vanished.map(cell).join(", ")}</td>
          </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

function distribution(column: ColumnImpact): TemplateResult {
  const values = [...column.values].sort((one, other) => other.records - one.records).slice(0, SHOWN_VALUES);
  return html`<details class="sub-view">
    <summary>${column.column}: shares before and after</summary>
    <kanon-intervals
      .chart=${{
        name: `Shares of ${column.column} before and after`,
        file: `shares-${column.column}`,
        rows: values.map(({ value, before, after, overlaps }) => ({ name: cell(value), before, after, overlaps })),
      }}
    ></kanon-intervals>
    ${values.length < column.values.length ? html`<p class="caption">The ${SHOWN_VALUES} most frequent of ${count(column.values.length)} values.</p>` : nothing}
  </details>`;
}

function regressions(models: readonly ModelReport[]): TemplateResult {
  const [original] = models;
  if (original === undefined) return html`${nothing}`;
  const of = (model: ModelReport, column: string, value: string) =>
    model.coefficients.find((one) => one.column === column && one.value === value);
  const written = (model: ModelReport, column: string, value: string) => {
    const found = of(model, column, value);
    if (found === undefined) return html`<td class="number">–</td>`;
    const mark = found.p < 0.05 ? html` <b title="differs from 0 at the level of 0.05">*</b>` : nothing;
    return html`<td class="number">${found.estimate.toFixed(3)} ± ${found.standard_error.toFixed(3)}${mark}</td>`;
  };
  return html`<h4>Regression before and after</h4>
    <p class="caption">
      Differences of the outcome from each covariate's most frequent value, with standard errors; * marks p &lt; 0.05.
    </p>
    ${savedTable(
      "Regression",
      "regression",
      () => [
        ["data", "covariate", "value", "estimate", "standard error", "t", "p"],
        ...models.flatMap((model) =>
          model.coefficients.map((one) => [
            model.data,
            one.column,
            one.value,
            one.estimate,
            one.standard_error,
            one.t ?? null,
            one.p,
          ]),
        ),
      ],
      html`<table class="rows tight">
        <thead>
          <tr>
            <th scope="col">covariate</th>
            <th scope="col">value</th>
            ${models.map(
              (model) => html`<th scope="col" class="number">
                ${MODELS[model.data] ?? model.data}<br /><small>${count(model.records)} records, R² ${model.r_squared.toFixed(3)}</small>
              </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${original.coefficients.map(
            ({ column, value }) => html`<tr>
              <th scope="row">${column}</th>
              <td>${cell(value)}</td>
              ${models.map((model) => written(model, column, value))}
            </tr>`,
          )}
        </tbody>
      </table>`,
    )}
    <ul>
      ${models.map(
        (model) => html`<li>
          ${MODELS[model.data] ?? model.data}: ${model.significant.length === 0 ? "no covariate is" : html`${model.significant.join(", ")} ${model.significant.length === 1 ? "is" : "are"}`}
          significant
        </li>`,
      )}
    </ul>`;
}
