import { html, svg, type TemplateResult } from "lit";
import { loss as lossText, seconds } from "../ui/format";
import type { TracePoint } from "./trace";

const WIDTH = 200;
const HEIGHT = 72;
const LINE = 2;

/** The line of the best loss of one search, on a scale shared by several, so that they can be compared at a glance. */
export function smallTrace(
  name: string,
  points: readonly TracePoint[],
  scale: { readonly end: number; readonly least: number; readonly most: number },
): TemplateResult {
  const { end, least, most } = scale;
  const x = (milliseconds: number) => (milliseconds / Math.max(1, end)) * WIDTH;
  const y = (loss: number) => LINE + (1 - (loss - least) / (most - least || 1)) * (HEIGHT - 2 * LINE);
  let path = "";
  for (const { milliseconds, loss } of points) {
    if (loss === null) continue;
    path += path === "" ? `M${x(milliseconds)} ${y(loss)}` : `H${x(milliseconds)}V${y(loss)}`;
  }
  const last = points.at(-1);
  const words = last?.loss == null ? "no policy" : `${lossText(last.loss)} after ${seconds(last.milliseconds)}`;
  return html`<figure class="small-trace">
    <figcaption>${name} <span class="caption">${words}</span></figcaption>
    <svg class="chart" width=${WIDTH} height=${HEIGHT} viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Best loss over time of ${name}: ${words}">
      ${svg`<line class="rule" x1="0" x2=${WIDTH} y1=${y(least)} y2=${y(least)} /><path class="line line-best" d=${path} />`}
    </svg>
  </figure>`;
}
