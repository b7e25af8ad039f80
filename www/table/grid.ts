import { html, LitElement, nothing, type TemplateResult } from "lit";
import { announce } from "../ui/announcer";
import { count } from "../ui/format";
import { sized } from "../ui/sized";
import { type Arrangement, AS_IN_THE_FILE, arranged, fitted, orderInWords, sortedOn } from "./arrangement";
import { filterLine } from "./filter-line";
import { headCell } from "./head";
import { asTsv, type GridColumn, type GridModel } from "./model";
import { moveOf } from "./moves";

const ROW_PIXELS = 28;
const OVERSCAN = 6;
const COLUMNS_SHOWN = 40;
/** One key press widens a column by this many pixels. */
const RESIZE_PIXELS = 16;
const NARROWEST_PIXELS = 40;
/** The cursor's row while it is on the column headers. */
const HEADS = -1;

/** A table that keeps only visible rows in the document. Arrow keys move through its headers and cells. */
export class Grid extends LitElement {
  static override properties = { model: { attribute: false } };
  declare model: GridModel;
  private top = 0;
  private height = 400;
  private row = 0;
  private column = 0;
  private page = 0;
  private arrangement: Arrangement = AS_IN_THE_FILE;
  /** Rows of the model in display order. */
  private order: readonly number[] = [];
  /** Widths set by the user, in pixels by column name: they survive a new model. */
  private readonly widths = new Map<string, number>();
  private observer: ResizeObserver | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("model")) this.arrange(fitted(this.arrangement, this.model));
  }

  override firstUpdated(): void {
    const box = this.box;
    this.observer = new ResizeObserver(() => this.look());
    this.observer.observe(box);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer?.disconnect();
  }

  private get box(): HTMLElement {
    return this.querySelector<HTMLElement>(".grid-box") ?? this;
  }

  private look(): void {
    this.top = this.box.scrollTop;
    this.height = this.box.clientHeight;
    this.requestUpdate();
  }

  private get shown(): { column: GridColumn; index: number }[] {
    const from = this.page * COLUMNS_SHOWN;
    return this.model.columns
      .slice(from, from + COLUMNS_SHOWN)
      .map((column, offset) => ({ column, index: from + offset }));
  }

  private arrange(arrangement: Arrangement): void {
    this.arrangement = arrangement;
    this.order = arranged(this.model, arrangement);
    this.requestUpdate();
  }

  private sort(column: number): void {
    this.arrange(sortedOn(this.arrangement, column));
    announce(this, `${count(this.order.length)} rows ${orderInWords(this.arrangement, this.model)}`);
  }

  private resize(name: string, pixels: number): void {
    this.widths.set(name, Math.max(NARROWEST_PIXELS, Math.round(pixels)));
    this.requestUpdate();
  }

  private async walk(event: KeyboardEvent): Promise<void> {
    const { columns } = this.model;
    const rows = this.order.length;
    const name = columns[this.column]?.name ?? "";
    if ((event.ctrlKey || event.metaKey) && event.key === "c") {
      event.preventDefault();
      await navigator.clipboard.writeText(this.cellText());
      announce(this, "Cell copied");
      return;
    }
    if (event.key === "Enter" && (this.row === HEADS || this.model.pick !== undefined)) {
      event.preventDefault();
      if (this.row === HEADS) this.sort(this.column);
      else this.model.pick?.(this.order[this.row] ?? 0);
      return;
    }
    if (event.shiftKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      const width = this.querySelector(`[aria-colindex="${this.column + 2}"]`)?.getBoundingClientRect().width ?? 0;
      this.resize(name, width + (event.key === "ArrowRight" ? RESIZE_PIXELS : -RESIZE_PIXELS));
      announce(this, `${name} is ${this.widths.get(name)} pixels wide`);
      return;
    }
    const leap = Math.max(1, Math.floor(this.height / ROW_PIXELS) - 2);
    const move = moveOf(event, leap, rows, columns.length);
    if (move === null) return;
    event.preventDefault();
    this.row = Math.max(HEADS, Math.min(rows - 1, this.row + move[0]));
    this.column = Math.max(0, Math.min(columns.length - 1, this.column + move[1]));
    this.page = Math.floor(this.column / COLUMNS_SHOWN);
    this.bringIntoSight();
    const here = columns[this.column]?.name ?? "";
    announce(
      this,
      this.row === HEADS
        ? `${here}, head of the column: Enter sorts`
        : `${here}, row ${count((this.order[this.row] ?? 0) + 1)}: ${this.cellText()}`,
    );
  }

  private cellText(): string {
    const row = this.order[this.row];
    return row === undefined ? (this.model.columns[this.column]?.name ?? "") : this.model.text(row, this.column);
  }

  private bringIntoSight(): void {
    const box = this.box;
    const y = this.row * ROW_PIXELS;
    if (y < box.scrollTop) box.scrollTop = y;
    if (y + 2 * ROW_PIXELS > box.scrollTop + this.height) box.scrollTop = y + 2 * ROW_PIXELS - this.height;
    this.look();
    void this.updateComplete.then(() =>
      this.querySelector(".grid-cursor")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
  }

  private async copy(): Promise<void> {
    await navigator.clipboard.writeText(asTsv(this.model, this.order));
    announce(this, "Table copied");
  }

  protected override render(): TemplateResult {
    const { label, columns } = this.model;
    const rows = this.order.length;
    this.row = Math.min(this.row, rows - 1);
    this.column = Math.min(this.column, Math.max(0, columns.length - 1));
    const atOnce = Math.ceil(this.height / ROW_PIXELS) + 2 * OVERSCAN;
    const first = Math.max(0, Math.min(rows - atOnce, Math.floor(this.top / ROW_PIXELS) - OVERSCAN));
    const last = Math.min(rows, first + atOnce);
    const shown = this.shown;
    const tail = (rows - last) * ROW_PIXELS;
    return html`<div class="grid-box" @scroll=${this.look}>
        <table
          class="grid"
          role="grid"
          tabindex="0"
          aria-label=${label}
          aria-rowcount=${rows + 1}
          aria-colcount=${columns.length + 1}
          aria-activedescendant="${this.id}-cursor"
          @keydown=${this.walk}
        >
          <colgroup>
            <col class="grid-number" />
            ${shown.map(({ column }) => {
              const given = this.widths.get(column.name);
              return html`<col ${sized({ width: given === undefined ? `${column.width}ch` : `${given}px` })} />`;
            })}
          </colgroup>
          <thead>
            <tr aria-rowindex="1">
              <th scope="col" class="number">row</th>
              ${shown.map(({ column, index }) =>
                headCell({
                  column,
                  index,
                  arrangement: this.arrangement,
                  cursor: this.row === HEADS && index === this.column ? `${this.id}-cursor` : null,
                  sort: () => this.sort(index),
                  resize: (pixels) => this.resize(column.name, pixels),
                }),
              )}
            </tr>
          </thead>
          ${first === 0 ? nothing : spacer(first * ROW_PIXELS)}
          <tbody>
            ${Array.from({ length: last - first }, (_, offset) => this.line(first + offset, shown))}
          </tbody>
          ${tail === 0 ? nothing : spacer(tail)}
        </table>
      </div>
      <div class="grid-foot">
        ${this.pager()}
        ${filterLine(this.model, this.arrangement.filter, rows, (filter) => this.arrange({ ...this.arrangement, filter }))}
        <button type="button" class="quiet" @click=${this.copy}>Copy as TSV</button>
      </div>`;
  }

  private line(place: number, shown: readonly { column: GridColumn; index: number }[]): TemplateResult {
    const { model } = this;
    const row = this.order[place] ?? 0;
    return html`<tr aria-rowindex=${place + 2} class=${model.tone?.(row) ?? ""}>
      <th scope="row" class="number">${count(model.number?.(row) ?? row + 1)}</th>
      ${shown.map(({ column, index }) => {
        const at = place === this.row && index === this.column;
        return html`<td
          id=${at ? `${this.id}-cursor` : nothing}
          aria-colindex=${index + 2}
          class="${column.numeric ? "number" : ""} ${at ? "grid-cursor" : ""}"
          @click=${() => {
            this.row = place;
            this.column = index;
            this.requestUpdate();
            model.pick?.(row);
          }}
        >
          ${model.show?.(row, index) ?? model.text(row, index)}
        </td>`;
      })}
    </tr>`;
  }

  private pager(): TemplateResult | typeof nothing {
    const total = this.model.columns.length;
    if (total <= COLUMNS_SHOWN) return nothing;
    const from = this.page * COLUMNS_SHOWN;
    const turn = (by: number) => {
      this.page += by;
      this.column = this.page * COLUMNS_SHOWN;
      this.requestUpdate();
    };
    return html`<span>columns ${from + 1}–${Math.min(total, from + COLUMNS_SHOWN)} of ${count(total)}</span>
      <button type="button" ?disabled=${from === 0} @click=${() => turn(-1)}>Columns before</button>
      <button type="button" ?disabled=${from + COLUMNS_SHOWN >= total} @click=${() => turn(1)}>Columns after</button>`;
  }
}

/** The placeholder for rows that are not visible. */
function spacer(pixels: number): TemplateResult {
  return html`<tbody aria-hidden="true" class="grid-spacer" ${sized({ height: `${pixels}px` })}></tbody>`;
}

customElements.define("kanon-grid", Grid);
