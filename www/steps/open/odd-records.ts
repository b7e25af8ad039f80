/** What stands above the table, and the records that may be none of it. */

import { html, nothing, type TemplateResult } from "lit";
import { reread } from "../../state/opening";
import { rowsAbove, type Source } from "../../state/source";
import type { Workbench } from "../../state/workbench";
import { count, plural, records } from "../../ui/format";

const SHOWN = 100;

/** The rows above the names, which are no records. */
export function aboveTable(source: Source): TemplateResult | typeof nothing {
  const rows = rowsAbove(source);
  if (rows.length === 0) return nothing;
  return html`<details class="told">
    <summary>${plural(rows.length, "row")} above the table ${rows.length === 1 ? "is" : "are"} left out</summary>
    <ul class="columns-list">
      ${rows.map((text, place) => html`<li>row ${count(place + 1)}: ${text === "" ? "blank" : html`<code>${text}</code>`}</li>`)}
    </ul>
    <p>If the names of the columns are elsewhere, say above in which row the table begins.</p>
  </details>`;
}

/** Reads the file again without these records. */
function leaveOut(workbench: Workbench, skip: readonly number[], change: string): void {
  const { source } = workbench.study;
  if (source === null) return;
  const { skip: _before, ...dialect } = source.dialect;
  const rows = [...new Set(skip)].sort((left, right) => left - right);
  void reread(workbench, rows.length === 0 ? dialect : { ...dialect, skip: rows }, change);
}

/** The records that count and may be none, and those that were left out by number. */
export function oddOnes(workbench: Workbench, source: Source): TemplateResult | typeof nothing {
  const { odd } = source.profile;
  const skipped = source.dialect.skip ?? [];
  return html`${
    odd.length === 0
      ? nothing
      : html`<details class="attention" open>
          <summary>
            ${records(odd.length)} may be none, and ${odd.length === 1 ? "counts as a person" : "count as persons"}
          </summary>
          <ul class="facts-list">
            ${odd
              .slice(0, SHOWN)
              .map(
                ({ row, text, why }) =>
                  html`<li>row ${count(row)}${text === "" ? nothing : html`, <code>${text}</code>`}: ${why}</li>`,
              )}
          </ul>
          ${odd.length > SHOWN ? html`<p class="caption">The first ${count(SHOWN)} are listed.</p>` : nothing}
          <button
            type="button"
            @click=${() => leaveOut(workbench, [...skipped, ...odd.map(({ row }) => row)], "leave records out")}
          >
            Leave out ${records(odd.length)} that may be none
          </button>
        </details>`
  }${
    skipped.length === 0
      ? nothing
      : html`<details class="told">
          <summary>${records(skipped.length)} left out by number</summary>
          <p>${skipped.length === 1 ? "Row" : "Rows"} ${skipped.slice(0, SHOWN).map(count).join(", ")}${
            skipped.length > SHOWN ? " …" : nothing
          }. The others keep the numbers that they have in the file.</p>
          <button type="button" @click=${() => leaveOut(workbench, [], "take records back")}>
            Take ${skipped.length === 1 ? "it" : "them"} back
          </button>
        </details>`
  }`;
}
