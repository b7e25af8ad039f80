import { html, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { Uniques } from "../../state/uniques";
import { barred } from "../../ui/barred";
import { count, percent } from "../../ui/format";

/** Shades of the heat map, from none to the darkest. */
const SHADES = 6;

/** Combinations and records by the number of quasi-identifiers in a combination. */
export function bySize({ found }: Uniques): TemplateResult {
  const { report } = found;
  const sizes = report.combinations_by_size.map((combinations, index) => ({
    size: index + 1,
    combinations,
    records: report.records_by_smallest_size[index] ?? 0,
  }));
  const last = sizes.findLastIndex(({ combinations }) => combinations > 0);
  const shown = sizes.slice(0, last + 1);
  const mostCombinations = Math.max(...shown.map(({ combinations }) => combinations));
  const mostRecords = Math.max(...shown.map(({ records }) => records));
  return savedTable(
    "Combinations by size",
    "combinations-by-size",
    () => [
      ["quasi-identifiers", "combinations", "records whose smallest has so many"],
      ...shown.map(({ size, combinations, records }) => [size, combinations, records]),
    ],
    html`<table class="rows tight">
      <thead>
        <tr>
          <th scope="col" class="number">quasi-identifiers together</th>
          <th scope="col" class="number">combinations</th>
          <th scope="col" class="number">records whose smallest has so many</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          ({ size, combinations, records }) => html`<tr>
            <th scope="row" class="number">${size}</th>
            ${barred(combinations, mostCombinations, count(combinations))}
            ${barred(records, mostRecords, count(records))}
          </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

/** How many combinations of each size contain a quasi-identifier; darker means more. */
export function heatMap({ columns, found }: Uniques): TemplateResult {
  const { by_qi_and_size: counts } = found.view;
  const last = Math.max(...counts.map((sizes) => sizes.findLastIndex((value) => value > 0)));
  const sizes = Array.from({ length: last + 1 }, (_, index) => index);
  const most = Math.max(1, ...counts.flat());
  // Logarithmic: most combinations have a middle size, and would hide the others.
  const shade = (value: number) =>
    value === 0 ? 0 : 1 + Math.floor(((SHADES - 1) * Math.log1p(value)) / Math.log1p(most + 1));
  return savedTable(
    "Combinations by quasi-identifier and size",
    "combinations-by-column-and-size",
    () => [
      ["quasi-identifier", ...sizes.map((size) => size + 1)],
      ...columns.map((name, index) => [name, ...sizes.map((size) => counts[index]?.[size] ?? 0)]),
    ],
    html`<table class="rows tight heat">
      <thead>
        <tr>
          <th scope="col">combinations with</th>
          ${sizes.map((size) => html`<th scope="col" class="number">of ${size + 1}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${columns.map(
          (name, index) => html`<tr>
            <th scope="row">${name}</th>
            ${sizes.map((size) => {
              const value = counts[index]?.[size] ?? 0;
              return html`<td class="number heat-${shade(value)}">${value === 0 ? "–" : count(value)}</td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

/** Said where the size of combinations is limited. */
const LARGER = "Larger combinations were not looked for.";

/** One sentence on the findings. */
export function headline({ found }: Uniques): TemplateResult {
  const { report } = found;
  const { max_size: most } = report;
  const size = Math.min(3, most ?? 3);
  const few = report.records_by_smallest_size.slice(0, size).reduce((sum, records) => sum + records, 0);
  if (report.unsafe_records === 0) {
    return html`<p class="headline">
      No record is singled out: every combination of ${most === null ? "values" : `${count(most)} or fewer values`} belongs to at
      least ${count(report.k)} records.${most === null ? "" : ` ${LARGER}`}
    </p>`;
  }
  const others =
    most === null || most > size
      ? html`; <b>${count(report.unsafe_records)}</b> records
          (${percent(report.unsafe_records / report.records)}) by ${most === null ? "any number" : `${count(most)} or fewer`}.`
      : ".";
  return html`<p class="headline">
      <b>${count(few)}</b> of ${count(report.records)} records are singled out by ${size === 1 ? "a single value" : `${size} or fewer values`}${others}
      ${most === null ? "" : LARGER}
    </p>
    <p class="caption">
      ${count(report.combinations)} minimum unsafe combinations, counted once for each record that has them: fewer than ${count(report.k)} records have these values, and
      none can be left out. Found by the ${report.method} method${report.seconds > 0 ? ` in ${report.seconds.toFixed(1)} s` : ", by several workers"}.
    </p>`;
}
