import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { SheetView } from "../../engine/wire/sheets";
import { changeSheet } from "../../state/opening";
import { sheetTextName } from "../../state/releasing";
import { chooseNoSheet, originOf } from "../../state/sheets";
import type { Workbench } from "../../state/workbench";
import { download } from "../../ui/files";
import { count, plural, records } from "../../ui/format";

const hasData = (sheet: SheetView) => sheet.columns > 0;

/** How large a sheet is, and whether it is hidden. */
function size(sheet: SheetView): string {
  if (!hasData(sheet)) return "empty";
  return `${records(sheet.records)} × ${plural(sheet.columns, "column")}${sheet.isHidden ? ", hidden" : ""}`;
}

/** Asks for the sheet of a workbook. */
export function sheetChooser(workbench: Workbench): TemplateResult | typeof nothing {
  const { choosingSheet: asked } = workbench;
  if (asked === null) return nothing;
  const { of, sheets, choose } = asked;
  const filled = sheets.filter(hasData);
  const empty = sheets.length - filled.length;
  const id = workbench.names.id("sheets-title");
  const title = `Which sheet of ${of.name}?`;
  return html`<section class="told sheet-choice" aria-labelledby=${workbench.names.titled("sheets-title")}>
    ${workbench.study.source === null ? html`<h1 id=${id}>${title}</h1>` : html`<h2 id=${id}>${title}</h2>`}
    <p>
      ${plural(filled.length, "sheet")} have data${empty === 0 ? nothing : html`, ${count(empty)} ${empty === 1 ? "is" : "are"} empty`}.
      One of them is opened; you can take another later.
    </p>
    <ul class="doors" aria-label="Sheets with data">
      ${filled.map(
        (sheet) => html`<li>
          <button type="button" class="door" @click=${() => choose(sheet.name)}>
            <strong>${sheet.name}</strong>
            <span>${size(sheet)}; header in row ${count(sheet.headerRow ?? 1)}</span>
          </button>
        </li>`,
      )}
    </ul>
    <button type="button" @click=${() => chooseNoSheet(workbench)}>Open none of them</button>
  </section>`;
}

/** The sheet of the open file, its processing, and the ways to another one. */
export function openSheet(workbench: Workbench): TemplateResult | typeof nothing {
  const origin = originOf(workbench);
  const { source } = workbench.study;
  if (origin === null || source === null) return nothing;
  const { of, sheets, read } = origin;
  const again = (sheet: string, headerRow: number | null) => void changeSheet(workbench, origin, { sheet, headerRow });
  const submit = (event: Event) => {
    event.preventDefault();
    const row = (event.currentTarget as HTMLFormElement).querySelector("input")?.valueAsNumber ?? Number.NaN;
    if (Number.isInteger(row) && row !== read.headerRow) again(read.name, row);
  };
  const id = workbench.names.id("header-row");
  return html`<section class="told" aria-label="The sheet">
    <form class="row sheet-line" @submit=${submit}>
      <label>
        Sheet
        <select
          aria-label="Sheet of ${of.name}"
          @change=${(event: Event) => again((event.target as HTMLSelectElement).value, null)}
        >
          ${sheets
            .filter(hasData)
            .map(
              (sheet) =>
                html`<option value=${sheet.name} .selected=${live(sheet.name === read.name)}>${sheet.name} (${size(sheet)})</option>`,
            )}
        </select>
      </label>
      <label for=${id}>with the names of the columns in row</label>
      <input id=${id} type="number" min="1" max="1048576" step="1" required .value=${live(String(read.headerRow))} />
      <button type="submit">Read it so</button>
    </form>
    <p>
      Row ${count(read.headerRow)} is ${read.headerReason}. The sheet is read as text, and this text is the file from here on:
      a release is compared with it.
      <button type="button" class="link" @click=${() => download(sheetTextName(source.name), source.file)}>
        Take the text, CSV
      </button>
    </p>
    ${read.done.length === 0 ? nothing : html`<ul>${read.done.map((sentence) => html`<li>${sentence}</li>`)}</ul>`}
  </section>`;
}
