import { html, nothing, svg, type TemplateResult } from "lit";
import type { Span } from "../engine/wire/compare-rows";
import { announce } from "../ui/announcer";
import { count, percent } from "../ui/format";
import { Boxed } from "./boxed";
import { moved } from "./cursor";
import { underChart } from "./save";

/** One group, with its records on both sides. */
export interface MirroredRow {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  /** The position of its values among all of the column; null if nothing can be marked by it. */
  readonly span: Span | null;
}

/** Records by group before and after, side by side. */
export interface MirroredChart {
  readonly caption: string;
  readonly file: string;
  /** The name for the groups. */
  readonly of: string;
  readonly sides: readonly [string, string];
  /** The totals of which shares are shown. */
  readonly all: readonly [number, number];
  readonly rows: readonly MirroredRow[];
  readonly marked: Span | null;
}

export type MarkedEvent = CustomEvent<Span | null>;

const ROW = 20;
const TOP = 40;
const GAP = 8;
const LETTER = 6.8;

/** Whether two groups of a column have a value in common. */
export function overlaps(one: Span | null, other: Span | null): boolean {
  return one !== null && other !== null && one[0] <= other[1] && other[0] <= one[1];
}

/** Bars to the left and right of one line. A selected group is marked wherever its values occur. */
export class Mirrored extends Boxed {
  static override properties = { chart: { attribute: false } };
  declare chart: MirroredChart;
  private cursor: number | null = null;

  private share(row: MirroredRow, side: 0 | 1): number {
    return (side === 0 ? row.left : row.right) / Math.max(1, this.chart.all[side]);
  }

  private words(row: MirroredRow): string {
    const { sides } = this.chart;
    const side = (records: number, at: 0 | 1) => `${sides[at]} ${count(records)} (${percent(this.share(row, at))})`;
    return `${row.name}: ${side(row.left, 0)}, ${side(row.right, 1)}`;
  }

  private mark(row: MirroredRow | undefined): void {
    if (row === undefined || row.span === null) return;
    const isMarked = this.chart.marked?.join() === row.span.join();
    this.dispatchEvent(new CustomEvent("marked", { detail: isMarked ? null : row.span, bubbles: true }));
    announce(this, isMarked ? "no group marked" : `${row.name} marked`);
  }

  private walk(event: KeyboardEvent): void {
    const { rows } = this.chart;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.mark(rows[this.cursor ?? -1]);
      return;
    }
    const cursor = moved(event.key, ["ArrowUp", "ArrowDown"], this.cursor, rows.length - 1);
    if (cursor === null) return;
    event.preventDefault();
    this.cursor = cursor;
    const row = rows[this.cursor];
    if (row !== undefined) announce(this, this.words(row));
    this.requestUpdate();
  }

  private table(): (string | number)[][] {
    const { rows, sides, of } = this.chart;
    return [[of, ...sides], ...rows.map(({ name, left, right }) => [name, left, right])];
  }

  protected override render(): TemplateResult | typeof nothing {
    const { chart, width } = this;
    const { rows, sides, marked } = chart;
    if (rows.length === 0) return nothing;
    const label = Math.min(240, Math.max(92, width * 0.3));
    const half = (width - label) / 2;
    const middle = label + half;
    const most = Math.max(1e-9, ...rows.flatMap((row) => [this.share(row, 0), this.share(row, 1)]));
    const long = (row: MirroredRow, side: 0 | 1) => (this.share(row, side) / most) * (half - GAP);
    const letters = Math.floor((label - GAP) / LETTER);
    const cut = (name: string) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);
    const height = TOP + rows.length * ROW + 6;
    return html`<figure class="chart mirrored">
      <figcaption>${chart.caption}</figcaption>
      <svg
        viewBox="0 0 ${width} ${height}"
        width=${width}
        height=${height}
        role="img"
        tabindex="0"
        aria-label="${chart.caption} Up and down arrows read the groups, Enter marks one; the table below holds the same."
        @keydown=${this.walk}
      >
        <text class="tick" x=${middle - GAP} y="14" text-anchor="end">${sides[0]}</text>
        <text class="tick" x=${middle + GAP} y="14">${sides[1]}</text>
        <text class="tick" x=${label} y="32">${percent(most)}</text>
        <text class="tick" x=${width} y="32" text-anchor="end">${percent(most)}</text>
        ${rows.map((row, at) => {
          const y = TOP + at * ROW;
          const isMarked = overlaps(marked, row.span);
          return svg`<g class=${isMarked ? "marked" : ""} @click=${() => this.mark(row)}>
            <title>${this.words(row)}</title>
            <rect class="row" x="0" y=${y} width=${width} height=${ROW} />
            <text class="name" x="2" y=${y + 14}>${cut(row.name)}</text>
            <rect class="left" x=${middle - 1 - long(row, 0)} y=${y + 3} width=${long(row, 0)} height=${ROW - 6} />
            <rect class="right" x=${middle + 1} y=${y + 3} width=${long(row, 1)} height=${ROW - 6} />
          </g>`;
        })}
        ${this.cursor === null ? nothing : svg`<rect class="at" x="0.5" y=${TOP + this.cursor * ROW + 0.5} width=${width - 1} height=${ROW - 1} />`}
        <line class="rule" x1=${middle} x2=${middle} y1=${TOP - 4} y2=${height} />
      </svg>
      ${underChart(this, chart.file, this.asTable(), () => this.table())}
    </figure>`;
  }

  private asTable(): TemplateResult {
    const { caption, rows, sides, marked, of } = this.chart;
    return html`<div class="scroller" tabindex="0" role="group" aria-label=${`${caption} As a table`}>
      <table class="rows tight">
        <thead>
          <tr>
            <th scope="col">${of}</th>
            ${sides.map((side) => html`<th scope="col" class="number">${side}</th><th scope="col" class="number">share</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr class=${overlaps(marked, row.span) ? "marked" : ""}>
              <th scope="row">
                ${row.span === null ? row.name : html`<button type="button" class="link" aria-pressed=${overlaps(marked, row.span)} @click=${() => this.mark(row)}>${row.name}</button>`}
              </th>
              <td class="number">${count(row.left)}</td>
              <td class="number">${percent(this.share(row, 0))}</td>
              <td class="number">${count(row.right)}</td>
              <td class="number">${percent(this.share(row, 1))}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define("kanon-mirrored", Mirrored);
