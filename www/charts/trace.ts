import { html, nothing, svg, type TemplateResult } from "lit";
import { announce } from "../ui/announcer";
import { loss as lossText, seconds } from "../ui/format";
import { Boxed } from "./boxed";
import { underChart } from "./save";

/** One moment of a search. */
export interface TracePoint {
  readonly milliseconds: number;
  readonly loss: number | null;
  readonly bound: number;
}

const HEIGHT = 168;
const LEFT = 56;
const RIGHT = 96;
const TOP = 12;
const BOTTOM = 24;
const TABLE_ROWS = 40;

/** The loss of the best policy and the proven bound over time. Where the two lines meet, nothing better is left. */
export class Trace extends Boxed {
  static override properties = { points: { attribute: false } };
  declare points: readonly TracePoint[];
  private cursor: number | null = null;

  /** The right edge of the plot. */
  private get right(): number {
    return this.width - RIGHT;
  }

  private get scale(): {
    x: (ms: number) => number;
    y: (loss: number) => number;
    lowest: number;
    highest: number;
    end: number;
  } {
    const values = this.points.flatMap((point) => (point.loss === null ? [point.bound] : [point.loss, point.bound]));
    const highest = Math.max(...values, 1e-9);
    const lowest = Math.min(...values, 0);
    const end = Math.max(1, this.points.at(-1)?.milliseconds ?? 1);
    return {
      x: (ms) => LEFT + (ms / end) * (this.right - LEFT),
      y: (value) => TOP + (1 - (value - lowest) / (highest - lowest || 1)) * (HEIGHT - TOP - BOTTOM),
      lowest,
      highest,
      end,
    };
  }

  private steps(pick: (point: TracePoint) => number | null): string {
    const { x, y } = this.scale;
    let path = "";
    for (const point of this.points) {
      const value = pick(point);
      if (value === null) continue;
      path += path === "" ? `M${x(point.milliseconds)} ${y(value)}` : `H${x(point.milliseconds)}V${y(value)}`;
    }
    return path;
  }

  private walk(event: KeyboardEvent): void {
    const last = this.points.length - 1;
    const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    this.cursor = Math.max(0, Math.min(last, (this.cursor ?? last) + move));
    const point = this.points[this.cursor];
    if (point !== undefined) {
      const best = point.loss === null ? "no policy yet" : `best ${lossText(point.loss)}`;
      announce(this, `after ${seconds(point.milliseconds)}: ${best}, proven at least ${lossText(point.bound)}`);
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const last = this.points.at(-1);
    if (last === undefined) return nothing;
    const { x, y, lowest, highest, end } = this.scale;
    const labelled = spread(last.loss === null ? null : y(last.loss), y(last.bound));
    const at = this.cursor === null ? undefined : this.points[this.cursor];
    return html`<figure class="chart">
      <figcaption>Loss of the best policy, and what is proven: no policy can lose less than the bound.</figcaption>
      <svg
        viewBox="0 0 ${this.width} ${HEIGHT}"
        width=${this.width}
        height=${HEIGHT}
        role="img"
        tabindex="0"
        aria-label="Line chart of loss and bound over ${seconds(end)}. Arrow keys read its points; the table below holds the same."
        @keydown=${this.walk}
      >
        ${[lowest, highest].map(
          (value) => svg`<line class="rule" x1=${LEFT} x2=${this.right} y1=${y(value)} y2=${y(value)} />
            <text class="tick" x=${LEFT - 8} y=${y(value) + 4} text-anchor="end">${lossText(value)}</text>`,
        )}
        <text class="tick" x=${LEFT} y=${HEIGHT - 6}>0 s</text>
        <text class="tick" x=${this.right} y=${HEIGHT - 6} text-anchor="end">${seconds(end)}</text>
        <path class="line line-bound" d=${this.steps((point) => point.bound)} />
        <path class="line line-best" d=${this.steps((point) => point.loss)} />
        ${
          last.loss === null
            ? nothing
            : svg`<text class="label label-best" x=${this.right + 8} y=${labelled.best + 4}>best ${lossText(last.loss)}</text>`
        }
        <text class="label" x=${this.right + 8} y=${labelled.bound + 4}>bound ${lossText(last.bound)}</text>
        ${at === undefined ? nothing : svg`<line class="cursor" x1=${x(at.milliseconds)} x2=${x(at.milliseconds)} y1=${TOP} y2=${HEIGHT - BOTTOM} />`}
      </svg>
      ${underChart(this, "loss-over-time", this.table(), () => this.rows())}
    </figure>`;
  }

  private rows(): (string | number | null)[][] {
    return [
      ["milliseconds", "best_loss", "proven_bound"],
      ...this.points.map((point) => [point.milliseconds, point.loss, point.bound]),
    ];
  }

  private table(): TemplateResult {
    const every = Math.max(1, Math.ceil(this.points.length / TABLE_ROWS));
    const rows = this.points.filter((_, index) => index % every === 0 || index === this.points.length - 1);
    return html`<table class="plain">
      <thead>
        <tr>
          <th scope="col" class="number">time</th>
          <th scope="col" class="number">best loss</th>
          <th scope="col" class="number">proven bound</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (point) => html`<tr>
            <td class="number">${seconds(point.milliseconds)}</td>
            <td class="number">${point.loss === null ? "none yet" : lossText(point.loss)}</td>
            <td class="number">${lossText(point.bound)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

/** Keeps two labels from overlapping. */
function spread(best: number | null, bound: number): { best: number; bound: number } {
  if (best === null) return { best: 0, bound };
  const gap = 16;
  if (Math.abs(bound - best) >= gap) return { best, bound };
  const middle = Math.max(TOP + gap / 2, Math.min(HEIGHT - BOTTOM - gap / 2, (best + bound) / 2));
  return { best: middle - gap / 2, bound: middle + gap / 2 };
}

customElements.define("kanon-trace", Trace);
