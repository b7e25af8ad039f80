import { html, nothing, type TemplateResult } from "lit";
import "../../charts/lattice/lattice";
import type { LatticeModel, Walked } from "../../charts/lattice/lattice";
import { type Filter, keyOf, Lattice, levelNameOf } from "../../charts/lattice/nodes";
import { canAsk, checkedOf, judge } from "../../state/choosing";
import { pinsFor } from "../../state/pins";
import { currentResult, type Result } from "../../state/result";
import { announce } from "../../ui/announcer";
import { bigCount, count, loss, records } from "../../ui/format";
import { copyAsExhibit } from "../exhibit";
import { View } from "../view";
import { checkedTable } from "./checked-table";
import { type Judged, nodePanel } from "./node-panel";
import "../../table/grid";
import { toKanonError } from "../../engine/failure";

/** The lattice as a drawing and as a table, and one policy of it in words: to pin, or to choose for the release. */
export class LatticeView extends View {
  static override properties = { ...View.properties, open: { attribute: false } };
  /** Whether it is visible: only then are its data requested. */
  declare open: boolean;
  private result: Result | null = null;
  private lattice: Lattice | null = null;
  private filter: Filter = [];
  private cursor: readonly number[] = [];
  private judged: Judged | null = null;
  private table: ReturnType<typeof checkedTable> | null = null;

  protected override willUpdate(): void {
    const result = currentResult(this.workbench.study);
    if (!this.open || result === null || !canAsk(this.workbench, result)) return;
    if (result.search === this.result?.search && result.found.progress === this.result.found.progress) {
      this.result = result;
      return;
    }
    this.result = result;
    this.lattice = null;
    this.judged = null;
    this.load(result).catch((thrown: unknown) => this.workbench.fail("policy", toKanonError(thrown)));
  }

  private async load(result: Result): Promise<void> {
    const checked = await checkedOf(this.workbench, result);
    if (checked === null || this.result?.search !== result.search) return;
    const { best, bound } = result.found.progress;
    this.lattice = new Lattice(checked, best?.loss ?? null, best !== null && bound >= best.loss);
    this.filter = result.found.outcome.policy.map(() => null);
    this.table = checkedTable(this.lattice, this.names, (levels) => this.walkTo(levels, ""));
    await this.walkTo(best === null ? result.found.outcome.policy.map((level) => level.level) : [...best.levels], null);
  }

  private get names(): string[] {
    return this.result?.found.outcome.policy.map((level) => level.column) ?? [];
  }

  /** Moves the cursor to a policy and requests its cost; announces it unless `way` is null. */
  private async walkTo(levels: readonly number[], way: string | null): Promise<void> {
    this.cursor = levels;
    this.requestUpdate();
    if (this.result === null) return;
    const judgement = await judge(this.workbench, this.result, levels);
    if (keyOf(this.cursor) !== keyOf(levels)) return;
    this.judged = judgement === null ? null : { levels, judgement };
    this.requestUpdate();
    if (judgement === null || way === null) return;
    const stands = judgement.valid ? "valid" : "not valid";
    announce(
      this,
      `${way} loss ${loss(judgement.loss)}, ${stands}, suppresses ${records(judgement.suppressedRecords)}`,
    );
  }

  private walked(event: Walked): void {
    const { levels, axis, way } = event.detail;
    if (levels === null) {
      announce(this, `${axis} ${way}`);
      return;
    }
    const column = axis.split(" and ")[0] ?? "";
    const level = levels[this.names.indexOf(column)];
    void this.walkTo(
      levels,
      axis === ""
        ? way
        : `${axis} ${way}, ${level === undefined ? "" : levelNameOf(this.lattice?.checked.axes ?? [], this.names.indexOf(column), level)}:`,
    );
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.open ? this.inside() : nothing;
  }

  private inside(): TemplateResult {
    const result = currentResult(this.workbench.study);
    if (result === null)
      return html`<p class="hint">Run first: the lattice shows what the search has checked and excluded.</p>`;
    if (!canAsk(this.workbench, result) && this.lattice === null) {
      return html`<p class="hint">The engine does not hold this search any more. Run once more to look around in it.</p>`;
    }
    const { lattice } = this;
    if (lattice === null || this.table === null) return html`<p class="caption">The policies are being fetched.</p>`;
    const { nodes, whole } = lattice.shown(this.filter, this.cursor);
    const { outcome, progress } = result.found;
    const { checked } = lattice;
    const model: LatticeModel = {
      nodes,
      axes: checked.axes,
      names: this.names,
      best: progress.best === null ? null : keyOf([...progress.best.levels]),
      chosen: outcome.chosen ? keyOf(outcome.policy.map((level) => level.level)) : null,
      pinned: pinsFor(this.workbench.study.pins, this.names).map((pin) => keyOf(pin.levels)),
      cursor: this.cursor,
    };
    return html`<h2 class="unseen">The lattice of policies</h2>
      <p>
        ${
          whole
            ? html`${count(nodes.length)} of ${bigCount(outcome.latticeSize)} policies are drawn.`
            : html`The lattice has ${bigCount(outcome.latticeSize)} policies, too many to draw: ${count(nodes.length)} that
              were checked, and those around the cursor. Filter by levels to see more.`
        }
      </p>
      ${this.filters()}
      <kanon-lattice-chart .model=${model} @walked=${this.walked}></kanon-lattice-chart>
      ${canAsk(this.workbench, result) ? this.asExhibit() : nothing}
      ${nodePanel(this.workbench, this.names, this.cursor, this.judged, (levels) => this.walkTo(levels, ""))}
      <h3>The checked policies as a table</h3>
      <p class="caption">Enter on a row puts the cursor of the drawing on it.</p>
      <kanon-grid class="printed" id=${this.workbench.names.id("checked-policies")} .model=${this.table}></kanon-grid>`;
  }

  private asExhibit(): TemplateResult {
    return copyAsExhibit({
      title: "the lattice",
      file: "lattice",
      hasValues: false,
      make: () => this.workbench.engine.quick((face) => face.latticeExhibit()),
    });
  }

  private filters(): TemplateResult {
    const { axes } = this.lattice?.checked ?? { axes: [] };
    const set = (column: number, event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      this.filter = this.filter.map((level, at) => (at === column ? (value === "" ? null : Number(value)) : level));
      this.requestUpdate();
    };
    return html`<div class="fields lattice-filters" role="group" aria-label="Only policies with these levels">
      ${axes.map((axis) => {
        const column = axis.members[0] ?? 0;
        const name = axis.members.map((member) => this.names[member]).join(" and ");
        return html`<label class="field">
          <span>${name}</span>
          <select aria-label="Level of ${name} to show" @change=${(event: Event) => set(column, event)}>
            <option value="" ?selected=${this.filter[column] === null}>all levels</option>
            ${Array.from(
              { length: axis.max - axis.min + 1 },
              (_, by) =>
                html`<option value=${axis.min + by} ?selected=${this.filter[column] === axis.min + by}>${levelNameOf(axes, column, axis.min + by)}</option>`,
            )}
          </select>
        </label>`;
      })}
    </div>`;
  }
}

customElements.define("kanon-lattice-view", LatticeView);
