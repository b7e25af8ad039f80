import { html, nothing, svg, type TemplateResult } from "lit";
import { announce } from "../ui/announcer";
import { Boxed } from "./boxed";
import { moved } from "./cursor";
import { underChart } from "./save";
import { linear, logarithmic, type Scale } from "./scale";

/** A named line. The x values of its points ascend. */
export interface Line {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The data of a chart with several lines. */
export interface LineChart {
  /** A sentence that describes the chart. */
  readonly caption: string;
  /** The name of its files. */
  readonly file: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  /** Whether a value holds until the next one. */
  readonly stepped?: boolean;
}

export interface Axis {
  readonly name: string;
  readonly words: (value: number) => string;
  readonly whole?: boolean;
  /** The axis begins here or lower. A logarithmic scale shows no smaller values. */
  readonly least?: number;
  readonly powers?: boolean;
}

const PLOT = 184;
const LEFT = 64;
const RIGHT = 20;
const LEGEND_ROW = 18;
const LETTER = 6.6;
const SWATCH = 30;
const DOT_POINTS = 40;

/** Several lines over one axis, distinguished by colour and dashes. */
export class Lines extends Boxed {
  static override properties = { chart: { attribute: false } };
  declare chart: LineChart;
  private cursor: number | null = null;

  private get xs(): number[] {
    const all = this.chart.lines.flatMap((line) => line.points.map((point) => point.x));
    return [...new Set(all)].sort((one, other) => one - other);
  }

  /** The value of a line at an x, if it has one. */
  private at(line: Line, x: number): number | null {
    const { stepped } = this.chart;
    const point = stepped ? line.points.findLast((one) => one.x <= x) : line.points.find((one) => one.x === x);
    return point?.y ?? null;
  }

  private rows(): (string | number | null)[][] {
    const { x, lines } = this.chart;
    return [
      [x.name, ...lines.map((line) => line.name)],
      ...this.xs.map((at) => [at, ...lines.map((line) => this.at(line, at))]),
    ];
  }

  private walk(event: KeyboardEvent): void {
    const { xs } = this;
    const cursor = moved(event.key, ["ArrowLeft", "ArrowRight"], this.cursor, xs.length - 1);
    if (cursor === null) return;
    event.preventDefault();
    this.cursor = cursor;
    const x = xs[this.cursor];
    if (x !== undefined) {
      const { lines, x: across, y } = this.chart;
      const values = lines.map((line) => {
        const value = this.at(line, x);
        return `${line.name} ${value === null ? "none" : y.words(value)}`;
      });
      announce(this, `${across.name} ${across.words(x)}: ${values.join(", ")}`);
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { chart, width, xs } = this;
    if (xs.length === 0) return nothing;
    const names = legend(chart.lines, width);
    const top = (names.at(-1)?.y ?? 0) + LEGEND_ROW + 26;
    const right = width - RIGHT;
    const height = top + PLOT + 44;
    const across = scale(chart.x, xs, [LEFT, right], Math.max(2, Math.floor((right - LEFT) / 72)));
    const values = chart.lines.flatMap((line) => line.points.map((point) => point.y));
    const up = scale(chart.y, values, [top + PLOT, top], 5);
    const at = this.cursor === null ? undefined : xs[this.cursor];
    return html`<figure class="chart lines">
      <figcaption>${chart.caption}</figcaption>
      <svg
        viewBox="0 0 ${width} ${height}"
        width=${width}
        height=${height}
        role="img"
        tabindex="0"
        aria-label="${chart.caption} Line chart of ${chart.y.name} over ${chart.x.name}. Arrow keys read its points; the table below holds the same."
        @keydown=${this.walk}
      >
        ${names.map(
          ({ name, x, y }, index) => svg`<line class="line tone-${index}" x1=${x} x2=${x + 22} y1=${y} y2=${y} />
            <text class="tick" x=${x + SWATCH - 2} y=${y + 4}>${name}</text>`,
        )}
        <text class="tick" x="4" y=${top - 18}>${chart.y.name}</text>
        ${up.ticks.map(
          (value) => svg`<line class="rule" x1=${LEFT} x2=${right} y1=${up.at(value)} y2=${up.at(value)} />
            <text class="tick" x=${LEFT - 8} y=${up.at(value) + 4} text-anchor="end">${chart.y.words(value)}</text>`,
        )}
        ${across.ticks.map(
          (value) =>
            svg`<text class="tick" x=${across.at(value)} y=${top + PLOT + 18} text-anchor="middle">${chart.x.words(value)}</text>`,
        )}
        <text class="tick" x=${right} y=${height - 6} text-anchor="end">${chart.x.name}</text>
        ${chart.lines.map((line, index) => this.drawn(line, index, across, up, right))}
        ${at === undefined ? nothing : svg`<line class="cursor" x1=${across.at(at)} x2=${across.at(at)} y1=${top} y2=${top + PLOT} />`}
      </svg>
      ${underChart(this, chart.file, this.table(), () => this.rows())}
    </figure>`;
  }

  private drawn({ points }: Line, index: number, across: Scale, up: Scale, right: number): TemplateResult {
    const { stepped } = this.chart;
    const places = points.map((point) => ({ x: across.at(point.x), y: up.at(point.y) }));
    const [first, ...rest] = places;
    if (first === undefined) return svg``;
    const path = rest.map(({ x, y }) => (stepped ? `H${x}V${y}` : `L${x} ${y}`)).join("");
    const dots = places.length <= DOT_POINTS && !stepped ? places : [];
    return svg`<path class="line tone-${index}" d="M${first.x} ${first.y}${path}${stepped ? `H${right}` : ""}" />
      ${dots.map(({ x, y }) => svg`<circle class="dot tone-${index}" cx=${x} cy=${y} r="2.5" />`)}`;
  }

  private table(): TemplateResult {
    const { x, y, lines } = this.chart;
    return html`<div class="scroller" tabindex="0" role="group" aria-label=${`${this.chart.caption} As a table`}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col" class="number">${x.name}</th>
            ${lines.map((line) => html`<th scope="col" class="number">${line.name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.xs.map(
            (at) => html`<tr>
              <td class="number">${x.words(at)}</td>
              ${lines.map((line) => {
                const value = this.at(line, at);
                return html`<td class="number">${value === null ? "–" : y.words(value)}</td>`;
              })}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

function scale(axis: Axis, values: readonly number[], range: readonly [number, number], ticks: number): Scale {
  if (axis.powers) return logarithmic(values, range, axis.least ?? 1e-3);
  return linear(values, range, {
    ...(axis.least === undefined ? {} : { least: axis.least }),
    whole: axis.whole ?? false,
    ticks,
  });
}

/** The positions of the lines' names: in rows, with as many to a row as fit. */
function legend(lines: readonly Line[], width: number): { name: string; x: number; y: number }[] {
  let [x, y] = [4, 12];
  return lines.map(({ name }) => {
    const room = SWATCH + name.length * LETTER + 16;
    if (x > 4 && x + room > width) [x, y] = [4, y + LEGEND_ROW];
    const place = { name, x, y };
    x += room;
    return place;
  });
}

customElements.define("kanon-lines", Lines);
