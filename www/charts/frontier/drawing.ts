import { nothing, svg, type TemplateResult } from "lit";
import type { Scale } from "../scale";
import type { PlanePoint, Window } from "./window";

/** Pixels of the plot and its margins. */
export const BOX = { plot: 320, top: 28, left: 64, right: 20, bottom: 48, over: 6 } as const;

/** A point with a name. */
export type NamedPoint = PlanePoint & { readonly name: string };

export interface Scales {
  readonly across: Scale;
  readonly up: Scale;
  /** The right edge of the plot. */
  readonly right: number;
}

const pixel = (value: number) => value.toFixed(1);

/** Grid lines and numbers of both axes. */
export function axes(
  { across, up, right }: Scales,
  names: { readonly risk: string; readonly loss: string },
  words: { readonly risk: (value: number) => string; readonly loss: (value: number) => string },
): TemplateResult {
  const floor = BOX.top + BOX.plot;
  return svg`<text class="tick" x="4" y=${BOX.top - 12}>${names.loss}</text>
    ${up.ticks.map(
      (value) => svg`<line class="rule" x1=${BOX.left} x2=${right} y1=${up.at(value)} y2=${up.at(value)} />
        <text class="tick" x=${BOX.left - 8} y=${up.at(value) + 4} text-anchor="end">${words.loss(value)}</text>`,
    )}
    ${across.ticks.map(
      (value) =>
        svg`<text class="tick" x=${across.at(value)} y=${floor + 18} text-anchor="middle">${words.risk(value)}</text>`,
    )}
    <text class="tick" x=${right} y=${floor + BOX.bottom - 8} text-anchor="end">${names.risk}</text>`;
}

/** The dominated region, the regions that dominate named points, the visited policies and the stairs. */
export function plane(
  points: readonly PlanePoint[],
  visited: readonly PlanePoint[],
  named: readonly NamedPoint[],
  { across, up, right }: Scales,
): TemplateResult {
  const [first, ...rest] = points.map(({ risk, loss }) => ({ x: across.at(risk), y: up.at(loss) }));
  if (first === undefined) return svg``;
  const floor = BOX.top + BOX.plot;
  const stairs = rest.map(({ x, y }) => `H${pixel(x)}V${pixel(y)}`).join("");
  const line = `M${pixel(first.x)} ${pixel(first.y)}${stairs}H${right + BOX.over}`;
  // One path for all: thousands of elements would slow down the page.
  const dots = visited
    .map(({ risk, loss }) => `M${pixel(across.at(risk))} ${pixel(up.at(loss))}h1.5v1.5h-1.5z`)
    .join("");
  return svg`<path class="dominated" d="${line}V${BOX.top - BOX.over}H${pixel(first.x)}Z" />
    ${named.map(({ risk, loss }) => {
      const [x, y] = [across.at(risk), up.at(loss)];
      return svg`<rect class="better" x=${BOX.left} y=${y} width=${Math.max(0, x - BOX.left)} height=${Math.max(0, floor - y)} />`;
    })}
    <path class="visited" d=${dots} />
    <path class="line line-best" d=${line} />`;
}

/** Named points with their names, and the selected one. */
export function labels(
  named: readonly NamedPoint[],
  chosen: PlanePoint | null,
  { least, most }: Window,
  { across, up, right }: Scales,
): TemplateResult {
  const isShown = ({ risk, loss }: PlanePoint) => risk >= least && risk <= most && up.at(loss) >= BOX.top - BOX.over;
  return svg`${named.filter(isShown).map((point) => {
    const [x, y] = [across.at(point.risk), up.at(point.loss)];
    const toLeft = x > right * 0.7;
    return svg`<path class="named" d="M${x} ${y - 6}l6 6l-6 6l-6 -6z" />
      <text class="label" x=${x + (toLeft ? -10 : 10)} y=${y - 8} text-anchor=${toLeft ? "end" : "start"}>${point.name}</text>`;
  })}
  ${chosen === null || !isShown(chosen) ? nothing : svg`<circle class="chosen" cx=${across.at(chosen.risk)} cy=${up.at(chosen.loss)} r="6" />`}`;
}
