import { html, svg, type TemplateResult } from "lit";
import { percent } from "../ui/format";
import { Boxed } from "./boxed";
import { saveButtons } from "./save";

type Interval = readonly [number, number, number];

/** Shares with their intervals before and after, one row for each value. */
export interface IntervalChart {
  readonly name: string;
  readonly file: string;
  readonly rows: readonly {
    readonly name: string;
    readonly before: Interval;
    readonly after: Interval | null;
    readonly overlaps: boolean;
  }[];
}

const ROW = 28;
const TOP = 20;
const LABEL = 160;
const RIGHT = 16;
const LETTERS = 22;

/** Two intervals for each value: before above, after below. The table is shown under the chart. */
export class Intervals extends Boxed {
  static override properties = { chart: { attribute: false } };
  declare chart: IntervalChart;

  private rows(): (string | number | null)[][] {
    const head = ["value", "before", "low", "high", "after", "low", "high", "overlap"];
    return [
      head,
      ...this.chart.rows.map(({ name, before, after, overlaps }) => [
        name,
        ...before,
        ...(after ?? [null, null, null]),
        overlaps ? "yes" : "no",
      ]),
    ];
  }

  protected override render(): TemplateResult {
    const { chart, width } = this;
    const height = TOP + chart.rows.length * ROW + 4;
    const most = Math.max(0.01, ...chart.rows.flatMap(({ before, after }) => [before[2], after?.[2] ?? 0]));
    const x = (share: number) => LABEL + (share / most) * (width - LABEL - RIGHT);
    const interval = ([share, low, high]: Interval, y: number, kind: string) =>
      svg`<line class="interval ${kind}" x1=${x(low)} x2=${x(high)} y1=${y} y2=${y} />
        <circle class="dot ${kind}" cx=${x(share)} cy=${y} r="3" />`;
    const shortened = (name: string) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);
    return html`<figure class="intervals">
      <svg class="chart" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label="${chart.name}; the table below has its figures">
        ${svg`<text class="axis" x=${LABEL} y="12">0 %</text>
          <text class="axis" x=${width - RIGHT} y="12" text-anchor="end">${percent(most)} of records, weighted; grey before, blue after</text>`}
        ${chart.rows.map(({ name, before, after }, index) => {
          const middle = TOP + index * ROW + ROW / 2;
          return svg`<text class="axis" x="0" y=${middle + 4}>${shortened(name)}</text>
            ${interval(before, middle - 4, "before")} ${after === null ? "" : interval(after, middle + 5, "after")}`;
        })}
      </svg>
      <details class="meanings">
        <summary>${chart.name}, as a table</summary>
        <div class="scroller" tabindex="0" role="group" aria-label=${chart.name}>
          <table class="rows tight">
            <thead>
              <tr>
                <th scope="col">value</th>
                <th scope="col" class="number">before</th>
                <th scope="col" class="number">95 % interval</th>
                <th scope="col" class="number">after</th>
                <th scope="col" class="number">95 % interval</th>
                <th scope="col">intervals overlap</th>
              </tr>
            </thead>
            <tbody>
              ${chart.rows.map(
                ({ name, before, after, overlaps }) => html`<tr>
                  <th scope="row">${name}</th>
                  <td class="number">${percent(before[0])}</td>
                  <td class="number">${percent(before[1])} – ${percent(before[2])}</td>
                  <td class="number">${after === null ? "–" : percent(after[0])}</td>
                  <td class="number">${after === null ? "–" : `${percent(after[1])} – ${percent(after[2])}`}</td>
                  <td>${overlaps ? "yes" : "no"}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>
      ${saveButtons(
        chart.file,
        () => this.querySelector("svg"),
        () => this.rows(),
      )}
    </figure>`;
  }
}

customElements.define("kanon-intervals", Intervals);
