import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { toKanonError } from "../../engine/failure";
import type { HierarchySpec, HierarchyView } from "../../engine/wire/protocol";
import { hierarchyOf, isSeen, kindOf, lookAt, lookedAt, rowsOf, setHierarchy, suggestFor } from "../../state/shaping";
import { failure } from "../../ui/failure";
import { chooseFiles, download, text } from "../../ui/files";
import { copyAsExhibit } from "../exhibit";
import { missingOffers } from "../missing-offers";
import { View } from "../view";
import { offerImport } from "./import";
import { HIERARCHY_KINDS, type HierarchyKind, hierarchyKind, startOf } from "./kinds";
import { levelTable } from "./levels";
import { linkProposals } from "./links";
import { missingValues } from "./missing-values";
import { parameters } from "./parameters";
import { rowsModel } from "./rows";
import "../../table/grid";
import "./tree/tree";
import "../column-kind";
import { profileOf } from "../../state/source";

/** The hierarchy of one quasi-identifier: its kind, its parameters, and its effect on the data. */
export class HierarchyEditor extends View {
  static override properties = { ...View.properties, column: { attribute: false } };
  declare column: string;
  private model: { column: string; view: HierarchyView; grid: ReturnType<typeof rowsModel> } | null = null;

  protected override render(): TemplateResult {
    const { workbench, column } = this;
    const spec = hierarchyOf(workbench, column);
    const view = lookAt(workbench, column, spec);
    // While the engine processes a change, the previous view stays, and with it the user's position.
    const before = this.model?.column === column ? this.model.view : null;
    const shown = view === null ? before : isSeen(view) ? view : null;
    const kind = hierarchyKind(spec);
    return html`<section class="editor" aria-labelledby=${this.workbench.names.titled("editor-title")}>
      <div class="editor-head">
        <h2 id=${this.workbench.names.id("editor-title")}>${column}</h2>
        <button type="button" @click=${() => this.suggest()}>Suggest</button>
        <button type="button" @click=${() => this.import()}>Import a file</button>
        <button type="button" ?disabled=${view === null || !isSeen(view)} @click=${() => this.export()}>Export as a file</button>
        ${spec === null || view === null || !isSeen(view) ? nothing : this.asExhibit(spec)}
      </div>
      ${this.proposal()} ${linkProposals(workbench, column)}
      <div class="field"><span>Values</span> <kanon-column-kind .workbench=${workbench} .column=${column}></kanon-column-kind></div>
      <div class="fields">
        <label class="field">
          <span>Kind of hierarchy</span>
          <select
            .value=${kind}
            @change=${(event: Event) => this.choose((event.target as HTMLSelectElement).value as HierarchyKind)}
          >
            ${HIERARCHY_KINDS.map((entry) => html`<option value=${entry.kind} ?selected=${entry.kind === kind}>${entry.name}</option>`)}
          </select>
          <small>${HIERARCHY_KINDS.find((entry) => entry.kind === kind)?.means}</small>
        </label>
        ${keyed(
          this.column,
          parameters(spec, isSeen(view) ? view.rows.map((row) => row[0] ?? "") : [], (changed) => this.change(changed)),
        )}
      </div>
      ${view === null && shown === null ? html`<p class="hint" role="status">Looking at the values of ${column}…</p>` : nothing}
      ${view !== null && !isSeen(view) ? failure(view) : nothing}
      ${shown === null ? nothing : this.seen(shown)}
    </section>`;
  }

  private seen(view: HierarchyView): TemplateResult {
    if (this.model?.view !== view) this.model = { column: this.column, view, grid: rowsModel(this.column, view) };
    return html`${missingValues(this.workbench, this.column, view)} ${levelTable(view)}
      <h3>Groups</h3>
      <kanon-hierarchy-tree .workbench=${this.workbench} .column=${this.column}></kanon-hierarchy-tree>
      <details class="sub-view">
        <summary>Rows</summary>
        <kanon-grid id=${this.workbench.names.id("hierarchy-rows")} .model=${this.model.grid}></kanon-grid>
      </details>`;
  }

  private proposal(): TemplateResult | typeof nothing {
    const proposal = this.workbench.study.proposals[this.column];
    if (proposal === undefined) return nothing;
    const profile = profileOf(this.workbench.study.source, this.column);
    return html`<p class="hint"><b>Proposed.</b> ${proposal.reason} Change it until each level means something.</p>
      ${profile === undefined ? nothing : missingOffers(this.workbench, profile)}`;
  }

  protected override updated(): void {
    lookedAt(this.workbench, this.column);
  }

  private change(spec: HierarchySpec | null): void {
    setHierarchy(this.workbench, this.column, spec, `hierarchy of ${this.column}`);
  }

  private asExhibit(spec: HierarchySpec): TemplateResult | typeof nothing {
    const { workbench, column } = this;
    const { source } = workbench.study;
    if (source === null) return nothing;
    const shape = { kind: kindOf(workbench, column), spec };
    return copyAsExhibit({
      title: `the hierarchy of ${column}`,
      file: `hierarchy_${column}`,
      hasValues: true,
      make: (withValues) => workbench.engine.about(source, (face) => face.hierarchyExhibit(column, shape, withValues)),
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.workbench.fail("hierarchies", toKanonError(thrown));
    }
  }

  private choose(kind: HierarchyKind): void {
    const profile = profileOf(this.workbench.study.source, this.column);
    if (profile === undefined) return;
    if (kind !== "rows") {
      this.change(startOf(kind, profile));
      return;
    }
    void this.attempt(async () => this.change({ rows: await rowsOf(this.workbench, this.column) }));
  }

  private async suggest(): Promise<void> {
    const { source } = this.workbench.study;
    if (source === null) return;
    const { recipe } = this.workbench.study;
    if (recipe !== null) await suggestFor(this.workbench, [this.column], `hierarchy of ${this.column}`);
  }

  private async import(): Promise<void> {
    const [file] = await chooseFiles(".csv,.txt,text/csv,text/plain");
    if (file === undefined) return;
    await this.attempt(() => offerImport(this.workbench, this.column, file, this));
  }

  private async export(): Promise<void> {
    const { source } = this.workbench.study;
    if (source === null) return;
    await this.attempt(async () => {
      const spec = hierarchyOf(this.workbench, this.column);
      const content = await this.workbench.engine.formatHierarchy(source, this.column, {
        kind: kindOf(this.workbench, this.column),
        spec,
      });
      download(`hierarchy_${this.column}.csv`, text(content, "text/csv"));
    });
  }
}

customElements.define("kanon-hierarchy-editor", HierarchyEditor);
