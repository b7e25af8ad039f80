/** Maps numbers to pixels, linearly or logarithmically, with ticks for the axis. */

export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** The least of these numbers and of others; +∞ if there is none. A list of any length: a call holds no such list. */
export function least(values: readonly number[], other = Number.POSITIVE_INFINITY): number {
  return values.reduce((low, value) => Math.min(low, value), other);
}

/** The greatest of these numbers and of others; −∞ if there is none. */
export function greatest(values: readonly number[], other = Number.NEGATIVE_INFINITY): number {
  return values.reduce((high, value) => Math.max(high, value), other);
}

/** The next number of 1, 2, 5, 10, 20, … that is at least `step`. */
function round(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return (([1, 2, 5].find((digit) => digit * power >= step * 0.999) ?? 10) as number) * power;
}

/** A linear scale from one pixel to another; `most` ticks at most, at integers if the numbers are counts. */
export function linear(
  values: readonly number[],
  [from, to]: readonly [number, number],
  { least: lowest, whole = false, ticks: most = 5 }: { least?: number; whole?: boolean; ticks?: number } = {},
): Scale {
  const given = values.length === 0 ? [0, 1] : values;
  const low = least(given, lowest);
  const high = greatest(given);
  const step = Math.max(round((high - low || Math.abs(high) || 1) / most), whole ? 1 : 0);
  const start = Math.floor(low / step + 1e-9);
  const end = Math.max(start + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: end - start + 1 }, (_, index) => (start + index) * step);
  const at = (value: number) => from + ((value - start * step) / ((end - start) * step)) * (to - from);
  return { at, ticks };
}

/** A logarithmic scale. Values below the least power shown are placed on it. */
export function logarithmic(values: readonly number[], [from, to]: readonly [number, number], floor: number): Scale {
  const given = values.filter((value) => value > 0).map((value) => Math.log10(Math.max(value, floor)));
  const start = Math.floor(least(given, Math.log10(floor) + 3));
  const end = Math.max(start + 1, Math.ceil(greatest(given, start + 1) - 1e-9));
  const ticks = Array.from({ length: end - start + 1 }, (_, index) => 10 ** (start + index));
  const at = (value: number) =>
    from + ((Math.log10(Math.max(value, 10 ** start)) - start) / (end - start)) * (to - from);
  return { at, ticks };
}
