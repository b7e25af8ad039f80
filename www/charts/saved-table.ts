import { html, type TemplateResult } from "lit";
import { download } from "../ui/files";
import { csvFile } from "./save";

/** A table that can be scrolled and saved. Its label begins with a word; a name from the file may follow. */
export function savedTable(
  label: string,
  file: string,
  rows: () => readonly (readonly (string | number | null)[])[],
  table: TemplateResult,
): TemplateResult {
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${label}>${table}</div>
    <div class="row">
      <button type="button" class="quiet" @click=${() => download(`${file}.csv`, csvFile(rows()))}>
        Save ${label.charAt(0).toLowerCase()}${label.slice(1)} as CSV
      </button>
    </div>`;
}
