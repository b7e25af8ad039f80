import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { Names } from "../../state/names";
import type { ReviewAnswer } from "../../state/reviewing";
import { barred } from "../../ui/barred";
import { cell, count, percent, records } from "../../ui/format";
import { disclosure } from "./others";

/** What a review found, as the file shows it. */
export function findings(names: Names, answer: ReviewAnswer, order: readonly string[]): TemplateResult {
  const { settings, reviewed, uniques } = answer;
  const holds = reviewed.smallest >= settings.k;
  const figures: readonly (readonly [string, string])[] = [
    ["every record may be taken for at least", records(reviewed.smallest)],
    ["different rows", count(reviewed.classes)],
    ["records that are alone", count(reviewed.unique_records)],
    [`records below ${count(settings.k)}`, count(reviewed.records_below_k)],
    ["records that are all blank", count(reviewed.blank_records)],
    ["blank cells", count(reviewed.blank_cells.reduce((sum, cells) => sum + cells, 0))],
    ["highest risk of a record", percent(reviewed.highest_risk)],
    ["average risk of the records", percent(reviewed.average_risk)],
  ];
  return html`<section aria-labelledby=${names.titled("answer-title")}>
      <h2 id=${names.id("answer-title")} class=${holds ? "" : "bad"}>
        ${holds ? `${count(settings.k)}-anonymous` : `Not ${count(settings.k)}-anonymous`}
      </h2>
      <table class="rows tight">
        <tbody>
          ${figures.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`)}
        </tbody>
      </table>
    </section>
    ${disclosure(names, answer)} ${combinations(names, uniques)} ${worst(names, answer, order)}`;
}

function combinations(names: Names, uniques: ReviewAnswer["uniques"]): TemplateResult {
  const sizes = uniques.combinations_by_size.map((number, index) => ({ size: index + 1, number }));
  const shown = sizes.filter(({ number }) => number > 0);
  const most = Math.max(1, ...shown.map(({ number }) => number));
  return html`<section aria-labelledby=${names.titled("unsafe-title")}>
    <h2 id=${names.id("unsafe-title")}>Unsafe combinations</h2>
    <p>
      ${count(uniques.combinations)} minimum unsafe combinations in ${records(uniques.unsafe_records)}: fewer than
      ${count(uniques.k)} records have these values.
    </p>
    ${
      shown.length === 0
        ? nothing
        : savedTable(
            "Combinations by size",
            "review-combinations",
            () => [["quasi-identifiers", "combinations"], ...shown.map(({ size, number }) => [size, number])],
            html`<table class="rows tight">
              <thead>
                <tr>
                  <th scope="col" class="number">quasi-identifiers together</th>
                  <th scope="col" class="number">combinations</th>
                </tr>
              </thead>
              <tbody>
                ${shown.map(({ size, number }) => html`<tr><th scope="row" class="number">${size}</th>${barred(number, most, count(number))}</tr>`)}
              </tbody>
            </table>`,
          )
    }
  </section>`;
}

function worst(names: Names, { settings, reviewed }: ReviewAnswer, order: readonly string[]): TemplateResult {
  // The core gives the cells in the order of the file.
  const columns = order.filter((name) => settings.qis.includes(name));
  return html`<section aria-labelledby=${names.titled("worst-title")}>
    <h2 id=${names.id("worst-title")}>Worst rows</h2>
    ${savedTable(
      "Rows with the fewest others",
      "review-worst",
      () => [
        [...columns, "records", "may be taken for"],
        ...reviewed.worst.map(([cells, number, found]) => [...cells, number, found]),
      ],
      html`<table class="rows tight">
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col">${name}</th>`)}
            <th scope="col" class="number">records</th>
            <th scope="col" class="number">may be taken for</th>
          </tr>
        </thead>
        <tbody>
          ${reviewed.worst.map(
            ([cells, number, found]) => html`<tr>
              ${cells.map((value) => html`<td>${cell(value)}</td>`)}
              <td class="number">${count(number)}</td>
              <td class="number">${count(found)}</td>
            </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </section>`;
}
