/** The kinds of columns in words, and those available for any column. */

import type { ValueReading } from "../engine/wire/protocol";

const SIGNS: Readonly<Record<string, string>> = { " ": "space", "'": "apostrophe", ".": "point", ",": "comma" };

function numberName(
  name: string,
  format: { point?: string | null; thousands?: string | null; unit?: string | null; ages?: string | null },
): string {
  const point = format.point === "," && name === "decimal" ? "decimal comma" : "";
  const thousands = format.thousands == null ? "" : `thousands by ${SIGNS[format.thousands] ?? format.thousands}`;
  const ages = { all: "ages with units", "bare-years": "ages, years without a unit" }[format.ages ?? ""] ?? "";
  const signs = [point, thousands, format.unit ?? "", ages].filter((sign) => sign !== "").join(", ");
  return signs === "" ? name : `${name}, ${signs}`;
}

/** The name of a column's kind: `date dd/MM/yyyy`. */
export function kindName(kind: ValueReading): string {
  if (kind === "category") return "category or code";
  if (kind === "place") return "place code";
  if (kind === "time") return "time of day";
  if (kind === "text") return "free text";
  if ("whole-number" in kind) return numberName("whole number", kind["whole-number"]);
  if ("decimal" in kind) return numberName("decimal", kind.decimal);
  const { format, formats, from_year: fromYear } = kind.date;
  const century = fromYear == null ? "" : `, years from ${fromYear}`;
  return `date ${format ?? formats?.join(" or ") ?? ""}${century}`;
}

/** Kinds that are available for any column, beside those that its values suggest. */
export const GENERAL_KINDS: readonly ValueReading[] = [
  { "whole-number": {} },
  { decimal: {} },
  { decimal: { point: "," } },
  { decimal: { ages: "bare-years" } },
  "time",
  "category",
  "place",
  "text",
];

export const DATE_LETTERS =
  "yyyy or yy year, MM month, MMM Mar, MMMM March, QQQ Q1, dd day, HH:mm:ss time, hh with a for AM and PM, XXX time zone";
