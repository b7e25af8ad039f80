import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { CheckedCondition } from "../../engine/wire/uniques-rows";
import type { Names } from "../../state/names";
import { cell, count, plural } from "../../ui/format";

/** The result for each condition beside k. */
export function checkedConditions(names: Names, conditions: readonly CheckedCondition[]): TemplateResult {
  const fail = conditions.filter(({ holds }) => holds === false).length;
  const open = conditions.filter(({ holds }) => holds === null).length;
  const all = conditions.length;
  const title =
    fail > 0
      ? `${count(fail)} of ${plural(all, "condition")} beside k ${fail === 1 ? "does" : "do"} not hold`
      : open > 0
        ? `${count(open)} of ${plural(all, "condition")} beside k ${open === 1 ? "is" : "are"} not checked, so this is no pass`
        : all === 1
          ? "The condition beside k holds"
          : `All ${count(all)} conditions beside k hold`;
  return html`<section aria-labelledby=${names.titled("conditions-title")}>
    <h2 id=${names.id("conditions-title")} class=${fail + open > 0 ? "bad" : ""}>${title}</h2>
    <div class="scroller" tabindex="0" role="group" aria-label=${names.label("Conditions")}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">condition</th>
            <th scope="col">holds</th>
            <th scope="col">the file has</th>
            <th scope="col" class="number">classes</th>
            <th scope="col" class="number">that fail</th>
            <th scope="col" class="number">their records</th>
          </tr>
        </thead>
        <tbody>
          ${conditions.map(verdictOn)}
        </tbody>
      </table>
    </div>
    ${conditions.map((condition, at) => (condition.worst.length === 0 ? nothing : worstClasses(condition, at + 1)))}
  </section>`;
}

function verdictOn({ asked, holds, found, classes, failing: [fail, number] }: CheckedCondition): TemplateResult {
  const counts =
    holds === null
      ? html`<td class="number">–</td><td class="number">–</td><td class="number">–</td>`
      : html`<td class="number">${count(classes)}</td><td class="number">${count(fail)}</td><td class="number">${count(number)}</td>`;
  return html`<tr>
    <th scope="row" class="words">${asked}</th>
    <td class=${holds === false ? "bad" : ""}>${holds === null ? "not checked" : holds ? "yes" : "no"}</td>
    <td class="words">${found}</td>
    ${counts}
  </tr>`;
}

function worstClasses({ asked, columns, worst }: CheckedCondition, number: number): TemplateResult {
  return html`<h3>The worst classes of condition ${number}</h3>
    <p class="caption">${asked}</p>
    ${savedTable(
      `The worst classes of condition ${number}`,
      `review-condition-${number}`,
      () => [[...columns, "records", "figure"], ...worst.map(([cells, number, figure]) => [...cells, number, figure])],
      html`<table class="rows tight">
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col">${name}</th>`)}
            <th scope="col" class="number">records</th>
            <th scope="col" class="number">figure</th>
          </tr>
        </thead>
        <tbody>
          ${worst.map(
            ([cells, number, figure]) => html`<tr>
              ${cells.map((value) => html`<td>${cell(value)}</td>`)}
              <td class="number">${count(number)}</td>
              <td class="number">${figure}</td>
            </tr>`,
          )}
        </tbody>
      </table>`,
    )}`;
}
