import { html, nothing, type TemplateResult } from "lit";
import { reread } from "../../state/opening";
import { roleOf } from "../../state/recipe";
import { type GridModel, widthFor } from "../../table/model";
import "../../table/grid";
import { failure } from "../../ui/failure";
import { bytes, cell, plural, records } from "../../ui/format";
import { busy } from "../../ui/progress";
import { roleTone } from "../../ui/role-letter";
import { dialectLine } from "../dialect-line";
import { missingOfMany } from "../missing-offers";
import { raggedRecords } from "../ragged";
import { View } from "../view";
import { ABOUT } from "./about";
import { columnProfiles } from "./column-profiles";
import { arriving, doors } from "./doors";
import { encodingTold } from "./encoding-guess";
import { aboveTable, oddOnes } from "./odd-records";
import { renamed } from "./renamed";
import { renaming } from "./renaming";
import { openSheet, sheetChooser } from "./sheets";

const WIDTH_SAMPLE = 60;

/** Step 1: the file, how it was read, and the contents of its columns. */
export class OpenStep extends View {
  private preview: { key: unknown; model: GridModel } | null = null;

  protected override render(): TemplateResult {
    const { study } = this.workbench;
    const { activity, failures, source } = study;
    const error = failures.open;
    const amiss = error === undefined ? nothing : failure(error, () => this.workbench.clearFailure("open"));
    const reading =
      activity?.kind === "reading"
        ? busy(`Reading ${activity.name}`, activity.bytes, () => this.workbench.cancel())
        : nothing;
    const asked = html`${renaming(this.workbench)}${sheetChooser(this.workbench)}`;
    if (source === null) return html`${amiss}${asked}${this.begin(reading)}`;
    const { profile } = source;
    return html`<header class="step-head">
        <div>
          <h1>${source.name}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
        <button type="button" class="primary" @click=${() => this.workbench.goTo("roles")}>Go on to the roles</button>
      </header>
      ${amiss} ${asked} ${reading}
      <p class="facts">
        ${records(profile.records)} · ${plural(profile.columns.length, "column")} · ${bytes(source.file.size)}
      </p>
      ${openSheet(this.workbench)} ${dialectLine(this.workbench.names, source, (dialect, change) => void reread(this.workbench, dialect, change))}
      ${source.dialect.quote === null ? html`<p class="hint">Quotes are taken for text. Where cells are enclosed in them, say so above.</p>` : nothing}
      ${
        source.sniffed.encodingEvidence === "guess"
          ? html`<kanon-encoding-guess .workbench=${this.workbench}></kanon-encoding-guess>`
          : encodingTold(source.sniffed)
      }
      ${aboveTable(source)} ${oddOnes(this.workbench, source)} ${raggedRecords(this.workbench, source)}
      ${renamed(profile)}
      <section aria-labelledby=${this.workbench.names.titled("preview-title")}>
        <h2 id=${this.workbench.names.id("preview-title")}>First ${records(profile.head.length)}</h2>
        <kanon-grid id=${this.workbench.names.id("preview")} .model=${this.model()}></kanon-grid>
      </section>
      <section aria-labelledby=${this.workbench.names.titled("columns-title")}>
        <h2 id=${this.workbench.names.id("columns-title")}>Columns</h2>
        ${missingOfMany(this.workbench, profile)}
        ${columnProfiles(this.workbench, profile)}
      </section>`;
  }

  /** The content while no file is open: the ways to begin, unless one is under way. */
  private begin(reading: TemplateResult | typeof nothing): TemplateResult {
    if (reading === nothing && this.workbench.choosingSheet === null) return doors(this.workbench);
    return html`${reading} ${arriving(this.workbench)}`;
  }

  private model(): GridModel {
    const source = this.workbench.study.source;
    const recipe = this.workbench.study.recipe;
    if (this.preview !== null && this.preview.key === recipe) return this.preview.model;
    const head = source?.profile.head ?? [];
    const columns = (source?.profile.columns ?? []).map((column, index) => ({
      name: column.name,
      tone: recipe === null ? "" : `toned ${roleTone(roleOf(recipe, column.name))}`,
      numeric: column.kind === "integer" || column.kind === "decimal",
      width: widthFor(
        column.name,
        head.slice(0, WIDTH_SAMPLE).map((row) => row[index] ?? ""),
      ),
    }));
    const text = (row: number, column: number) => head[row]?.[column] ?? "";
    const model: GridModel = {
      label: `First ${records(head.length)} of ${source?.name ?? ""}`,
      columns,
      rows: head.length,
      number: (row) => source?.profile.headRows[row] ?? row + 1,
      text,
      show: (row, column) => {
        const value = text(row, column);
        return value === "" ? html`<span class="faint">${cell(value)}</span>` : value;
      },
    };
    this.preview = { key: recipe, model };
    return model;
  }
}

customElements.define("kanon-open-step", OpenStep);
