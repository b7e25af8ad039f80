import { html, type TemplateResult } from "lit";
import { count, plural } from "../ui/format";
import type { Arrangement } from "./arrangement";
import type { GridModel } from "./model";

type Filter = Arrangement["filter"];

/** Filters rows by the text of a cell in one column, and shows how many rows match. */
export function filterLine(
  model: GridModel,
  filter: Filter,
  shown: number,
  change: (filter: Filter) => void,
): TemplateResult {
  const column = filter?.column ?? 0;
  const pick = (event: Event) =>
    change({ column: Number((event.target as HTMLSelectElement).value), holds: filter?.holds ?? "" });
  const seek = (event: Event) => change({ column, holds: (event.target as HTMLInputElement).value });
  return html`<span class="grid-filter">
    <label
      >Only rows where
      <select @change=${pick}>
        ${model.columns.map((entry, index) => html`<option value=${index} ?selected=${index === column}>${entry.name}</option>`)}
      </select></label
    >
    <label>holds <input type="search" class="medium" .value=${filter?.holds ?? ""} @input=${seek} /></label>
    <span class="caption" aria-live="polite">
      ${
        filter === null || filter.holds === ""
          ? `of the ${plural(model.rows, "row")} shown here`
          : `${count(shown)} of the ${plural(model.rows, "row")} shown here`
      }
    </span>
  </span>`;
}
