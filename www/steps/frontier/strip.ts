import { html, svg, type TemplateResult } from "lit";
import type { IntervalColumn } from "../../engine/wire/protocol";
import { cell, count, plural } from "../../ui/format";

const WIDTH = 600;
const HEIGHT = 14;
/** The number of interval names shown; the others are shown on request. */
const SHOWN = 12;

/** The boundaries of a quasi-identifier as ticks along its domain, and its intervals in words. */
export function strip({ column, rows, intervals }: IntervalColumn): TemplateResult {
  const ticks = rows
    .map(([, label], place) => (place > 0 && label !== rows[place - 1]?.[1] ? (place / rows.length) * WIDTH : null))
    .filter((at) => at !== null)
    .map((at) => `M${at.toFixed(1)} 0v${HEIGHT}`)
    .join("");
  const names = intervals.map(cell);
  const first = names.slice(0, SHOWN).join(", ");
  const rest = names.slice(SHOWN);
  const whole = intervals.length === rows.length ? "every value as it is" : plural(intervals.length, "interval");
  return html`<div class="strip">
    <h3>${column} <span class="caption">${whole} of ${plural(rows.length, "value")}</span></h3>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect width=${WIDTH} height=${HEIGHT} /><path d=${ticks} />`}
    </svg>
    ${
      rest.length === 0
        ? html`<p class="caption">${first}</p>`
        : html`<details>
            <summary>${first} and ${count(rest.length)} more</summary>
            <p class="caption">${rest.join(", ")}</p>
          </details>`
    }
  </div>`;
}
