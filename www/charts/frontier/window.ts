/** The visible part of the plane, and the pixel positions of its points. */

import { greatest, least, linear, type Scale } from "../scale";

export interface PlanePoint {
  readonly risk: number;
  readonly loss: number;
}

/** The visible risks, and whether their scale is logarithmic. */
export interface Window {
  readonly least: number;
  readonly most: number;
  readonly powers: boolean;
}

/** The least risk on a logarithmic scale. */
const LEAST_POWER = 1e-8;

export function wholeWindow(points: readonly PlanePoint[], powers: boolean): Window {
  const risks = points.map(({ risk }) => risk).filter((risk) => risk > 0);
  const lowest = powers ? Math.max(LEAST_POWER, least(risks, 1)) : 0;
  return { least: lowest, most: greatest(risks, lowest * 10), powers };
}

/** The scale of the risks: exactly the window, so that a selected part fills the chart. */
export function riskScale({ least, most, powers }: Window, [from, to]: readonly [number, number]): Scale {
  if (!powers) {
    const at = (risk: number) => from + ((risk - least) / (most - least || 1)) * (to - from);
    const { ticks } = linear([least, most], [from, to], { ticks: Math.max(2, Math.floor((to - from) / 90)) });
    return { at, ticks: ticks.filter((tick) => tick >= least - 1e-12 && tick <= most + 1e-12) };
  }
  const [low, high] = [Math.log10(least), Math.log10(Math.max(most, least * 1.0001))];
  const at = (risk: number) => from + ((Math.log10(Math.max(risk, least)) - low) / (high - low)) * (to - from);
  const first = Math.ceil(low - 1e-9);
  const ticks = Array.from(
    { length: Math.max(0, Math.floor(high + 1e-9) - first + 1) },
    (_, index) => 10 ** (first + index),
  );
  return { at, ticks: ticks.length > 1 ? ticks : [least, most] };
}

/** The risk at a pixel. */
export function riskAt({ least, most, powers }: Window, [from, to]: readonly [number, number], pixel: number): number {
  const share = Math.max(0, Math.min(1, (pixel - from) / (to - from)));
  return powers ? least * (most / least) ** share : least + share * (most - least);
}

/** The points within a window, plus the neighbours on both sides, so that the stairs reach its edges. */
export function within(points: readonly PlanePoint[], { least, most }: Window): readonly PlanePoint[] {
  const first = points.findIndex(({ risk }) => risk >= least);
  const behind = points.findIndex(({ risk }) => risk > most);
  return points.slice(Math.max(0, (first < 0 ? points.length : first) - 1), behind < 0 ? points.length : behind + 1);
}
