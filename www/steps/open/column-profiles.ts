import { html, nothing, type TemplateResult } from "lit";
import { shapeOf } from "../../charts/spark";
import type { ColumnProfile, Profile } from "../../engine/wire/protocol";
import type { Workbench } from "../../state/workbench";
import { cell, count, distinctValues, percent, short } from "../../ui/format";
import "../column-kind";
import "../column-missing";

const SHOWN = 100;

/** Where a long name may be broken. */
const AFTER_SIGN = /(?<=[_.\-/])/;

function line(workbench: Workbench, column: ColumnProfile, records: number): TemplateResult {
  const first = column.top[0];
  return html`<tr>
    <th scope="row">${column.name.split(AFTER_SIGN).map((part) => html`${part}<wbr />`)}</th>
    <td><kanon-column-kind .workbench=${workbench} .column=${column.name}></kanon-column-kind></td>
    <td class="number">${distinctValues(column)}</td>
    <td class="missing"><kanon-column-missing .workbench=${workbench} .column=${column.name}></kanon-column-missing></td>
    <td>
      ${shapeOf(column)}
      ${
        column.histogram === null
          ? nothing
          : html`<span class="caption range">${short(column.histogram.min)} to ${short(column.histogram.max)}</span>`
      }
    </td>
    <td>
      ${
        first === undefined
          ? nothing
          : html`<code>${cell(first.value)}</code> <span class="caption">${percent(first.count / records)}</span>`
      }
    </td>
  </tr>`;
}

/** The contents of each column, one row for each. */
export function columnProfiles(workbench: Workbench, profile: Profile): TemplateResult {
  const shown = profile.columns.slice(0, SHOWN);
  return html`<div class="scroller" tabindex="0" role="group" aria-label="What each column holds">
      <table class="rows profiles">
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">kind</th>
            <th scope="col" class="number">distinct values</th>
            <th scope="col">missing records</th>
            <th scope="col">shape</th>
            <th scope="col">most frequent</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((column) => line(workbench, column, Math.max(1, profile.records)))}
        </tbody>
      </table>
    </div>
    ${
      profile.columns.length > SHOWN
        ? html`<p class="caption">The first ${count(SHOWN)} of ${count(profile.columns.length)} columns are listed.</p>`
        : nothing
    }`;
}
