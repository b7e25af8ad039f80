/**
 * Whether a released label covers a value, by what both mean and not by the code that made them.
 *
 * It is the oracle of `walks.spec.ts`.
 */

import { holdsDay } from "./own-files";

/** What the values of a column are: numbers, bands of whole numbers, dates by their form, or texts. */
export type Meaning =
  | "number"
  | "band"
  | "decimal comma"
  | "dd/MM/yyyy"
  | "MM/dd/yyyy"
  | "d MMM yyyy"
  | "yyyy-MM-dd"
  | "text";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dayOf(value: string, form: Meaning): [number, number, number] {
  const parts = value.split(/[/ T-]/);
  const [one = "", two = "", three = ""] = parts;
  if (form === "dd/MM/yyyy") return [Number(three), Number(two), Number(one)];
  if (form === "MM/dd/yyyy") return [Number(three), Number(one), Number(two)];
  if (form === "d MMM yyyy") return [Number(three), 1 + MONTHS.indexOf(two), Number(one)];
  return [Number(one), Number(two), Number(three)];
}

function holdsNumber(label: string, value: number): boolean {
  const [, below] = /^<(-?[\d.]+)$/.exec(label) ?? [];
  if (below !== undefined) return value < Number(below);
  const [, least] = /^≥(-?[\d.]+)$/.exec(label) ?? [];
  if (least !== undefined) return value >= Number(least);
  const [, from, until] = /^\[(-?[\d.]+), (-?[\d.]+)\)$/.exec(label) ?? [];
  if (from !== undefined) return Number(from) <= value && value < Number(until);
  const [, first, last] = /^(-?\d+)(?:-| to )(-?\d+)$/.exec(label) ?? [];
  return first !== undefined && Number(first) <= value && value <= Number(last);
}

/** The first and the last number of a band. */
function bandOf(text: string): readonly [number, number] | null {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (first !== undefined) return [Number(first), Number(last)];
  const [, most] = /^<(\d+)$/.exec(text) ?? [];
  if (most !== undefined) return [Number.NEGATIVE_INFINITY, Number(most) - 1];
  const [, from, least] = /^(?:(\d+)\+|≥(\d+))$/.exec(text) ?? [];
  const beginning = from ?? least;
  return beginning === undefined ? null : [Number(beginning), Number.POSITIVE_INFINITY];
}

/** Whether every number of the value's band is in the label's. */
function holdsBand(label: string, value: string): boolean {
  const [outer, inner] = [bandOf(label), bandOf(value)];
  return outer !== null && inner !== null && outer[0] <= inner[0] && inner[1] <= outer[1];
}

/**
 * A beginning of the value, with or without signs for what is left out; codes from one to another; or what is frequent
 * no more.
 */
function holdsText(label: string, value: string): boolean {
  if (label === "other") return true;
  const beginning = label.replace(/[*…]+$/, "");
  if (beginning !== "" && value.startsWith(beginning)) return true;
  const [, first, last] = /\b([A-Z]\d\d)[-–]([A-Z]\d\d)\b/.exec(label) ?? [];
  const code = value.slice(0, 3);
  return first !== undefined && last !== undefined && first <= code && code <= last;
}

export function holds(label: string, value: string, meaning: Meaning): boolean {
  if (label === "*" || label === value) return true;
  if (meaning === "text") return holdsText(label, value);
  if (meaning === "band") return holdsBand(label, value);
  if (meaning === "number") return holdsNumber(label, Number(value));
  if (meaning === "decimal comma") return holdsNumber(label, Number(value.replace(",", ".")));
  return holdsDay(label, dayOf(value, meaning));
}
