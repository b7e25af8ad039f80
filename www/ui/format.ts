/** Number formats: counts with separated thousands, percentages with one decimal, losses with four. */

const COUNT = new Intl.NumberFormat("en");
const ABOUT = new Intl.NumberFormat("en", { maximumSignificantDigits: 15 });
const PERCENT = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const FOUR = new Intl.NumberFormat("en", { minimumFractionDigits: 4, maximumFractionDigits: 4 });
const ONE = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const SMALL_LOSS = 10;

/** A count. Above 2⁵³ numbers are not exact, so a larger one is marked as approximate. */
export function count(value: number): string {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? COUNT.format(value) : `≈ ${ABOUT.format(value)}`;
}

/** A count that may be too large for a number, as the core writes it. */
export function bigCount(digits: string): string {
  return /^\d+$/.test(digits) ? COUNT.format(BigInt(digits)) : digits;
}

export function percent(share: number): string {
  return PERCENT.format(Number.isFinite(share) ? share : 0).replace("%", " %");
}

/** A share with as many digits as small ones need. */
export function smallPercent(share: number): string {
  return `${SHORT.format(share * 100)} %`;
}

/** A loss between 0 and 1 with four decimals; measures that count records or bits are written as counts. */
export function loss(value: number): string {
  return Math.abs(value) < SMALL_LOSS ? FOUR.format(value) : ONE.format(value);
}

export function short(value: number): string {
  return SHORT.format(value);
}

export function bytes(value: number): string {
  if (value < 1000) return `${value} bytes`;
  if (value < 1e6) return `${ONE.format(value / 1e3)} KB`;
  return value < 1e9 ? `${ONE.format(value / 1e6)} MB` : `${ONE.format(value / 1e9)} GB`;
}

export function seconds(milliseconds: number): string {
  return milliseconds < 9950
    ? `${ONE.format(milliseconds / 1000)} s`
    : `${COUNT.format(Math.round(milliseconds / 1000))} s`;
}

/** `1 record`, `20,000 records`. */
export function records(value: number): string {
  return plural(value, "record");
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** The number of distinct values of a column, or the number at which the core stopped counting. */
export function distinctValues(column: { readonly distinct: number; readonly distinctIsExact: boolean }): string {
  return column.distinctIsExact ? count(column.distinct) : `more than ${count(column.distinct)}`;
}

/** A cell as text; an empty one would be invisible. */
export function cell(value: string): string {
  return value === "" ? "(empty)" : value;
}
