import { html, LitElement, nothing, type TemplateResult } from "lit";
import { announce } from "../ui/announcer";
import { count } from "../ui/format";
import { sized } from "../ui/sized";

export interface GridColumn {
  readonly name: string;
  readonly numeric: boolean;
  /** Width in characters. */
  readonly width: number;
  /** Class of the header cell, for the colour of a role. */
  readonly tone?: string;
}

export interface GridModel {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: number;
  /** The cell's text, for copying and for reading aloud. */
  text(row: number, column: number): string;
  /** The cell as shown; the text when absent. */
  show?(row: number, column: number): TemplateResult | string;
  /** Class of a row. */
  tone?(row: number): string;
}

const ROW_PIXELS = 28;
const OVERSCAN = 6;
const COLUMNS_SHOWN = 40;
const WIDEST = 36;
const NARROWEST = 6;

/** Width for a column from its name and some of its cells. */
export function widthFor(name: string, cells: readonly string[]): number {
  const longest = cells.reduce((most, cell) => Math.max(most, cell.length), name.length + 1);
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2));
}

/** A table of which only the rows in sight are in the document. Arrow keys walk its cells. */
export class Grid extends LitElement {
  static override properties = { model: { attribute: false } };
  declare model: GridModel;
  private top = 0;
  private height = 400;
  private row = 0;
  private column = 0;
  private page = 0;
  private observer: ResizeObserver | null = null;

  protected override createRenderRoot(): this {
    return this;
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

  private async walk(event: KeyboardEvent): Promise<void> {
    const { rows, columns } = this.model;
    const leap = Math.max(1, Math.floor(this.height / ROW_PIXELS) - 2);
    const moves: Record<string, [number, number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [leap, 0],
      PageUp: [-leap, 0],
      Home: [0, -columns.length],
      End: [0, columns.length],
    };
    if ((event.ctrlKey || event.metaKey) && event.key === "c") {
      event.preventDefault();
      await navigator.clipboard.writeText(this.model.text(this.row, this.column));
      announce("Cell copied");
      return;
    }
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const far = event.ctrlKey || event.metaKey ? rows : 1;
    this.row = Math.max(0, Math.min(rows - 1, this.row + move[0] * far));
    this.column = Math.max(0, Math.min(columns.length - 1, this.column + move[1]));
    this.page = Math.floor(this.column / COLUMNS_SHOWN);
    this.bringIntoSight();
    const name = columns[this.column]?.name ?? "";
    announce(`${name}, row ${count(this.row + 1)}: ${this.model.text(this.row, this.column)}`);
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
    const { columns, rows, text } = this.model;
    const lines = [columns.map((column) => column.name).join("\t")];
    for (let row = 0; row < rows; row += 1) {
      lines.push(columns.map((_, column) => text(row, column).replace(/[\t\n]/g, " ")).join("\t"));
    }
    await navigator.clipboard.writeText(lines.join("\n"));
    announce("Table copied");
  }

  protected override render(): TemplateResult {
    const { label, columns, rows } = this.model;
    this.row = Math.min(this.row, Math.max(0, rows - 1));
    this.column = Math.min(this.column, Math.max(0, columns.length - 1));
    const first = Math.max(0, Math.floor(this.top / ROW_PIXELS) - OVERSCAN);
    const last = Math.min(rows, first + Math.ceil(this.height / ROW_PIXELS) + 2 * OVERSCAN);
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
            ${shown.map(({ column }) => html`<col ${sized({ width: `${column.width}ch` })} />`)}
          </colgroup>
          <thead>
            <tr aria-rowindex="1">
              <th scope="col" class="number">row</th>
              ${shown.map(
                ({ column, index }) =>
                  html`<th
                    scope="col"
                    aria-colindex=${index + 2}
                    title=${column.name}
                    class="${column.numeric ? "number" : ""} ${column.tone ?? ""}"
                  >
                    ${column.name}
                  </th>`,
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
        <button type="button" class="quiet" @click=${this.copy}>Copy as TSV</button>
      </div>`;
  }

  private line(row: number, shown: readonly { column: GridColumn; index: number }[]): TemplateResult {
    const { model } = this;
    return html`<tr aria-rowindex=${row + 2} class=${model.tone?.(row) ?? ""}>
      <th scope="row" class="number">${count(row + 1)}</th>
      ${shown.map(({ column, index }) => {
        const at = row === this.row && index === this.column;
        return html`<td
          id=${at ? `${this.id}-cursor` : nothing}
          aria-colindex=${index + 2}
          class="${column.numeric ? "number" : ""} ${at ? "grid-cursor" : ""}"
          @click=${() => {
            this.row = row;
            this.column = index;
            this.requestUpdate();
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

/** Takes the place of rows out of sight. */
function spacer(pixels: number): TemplateResult {
  return html`<tbody aria-hidden="true" class="grid-spacer" ${sized({ height: `${pixels}px` })}></tbody>`;
}

customElements.define("kanon-grid", Grid);
