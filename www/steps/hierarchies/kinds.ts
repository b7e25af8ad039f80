/** The kinds of hierarchy that the editor offers, and the parameters that each starts with. */

import type { ColumnProfile, HierarchySpec } from "../../engine/wire/protocol";

export type HierarchyKind = "given" | "rows" | "intervals" | "mask" | "groups";

export const HIERARCHY_KINDS: readonly { kind: HierarchyKind; name: string; means: string }[] = [
  { kind: "given", name: "values as given", means: "each value itself, then everything as *" },
  { kind: "intervals", name: "intervals", means: "numbers in ranges that widen level by level" },
  { kind: "mask", name: "masking", means: "characters replaced from one end, one level after the other" },
  {
    kind: "groups",
    name: "ordered groups",
    means: "neighbours in an order joined level by level, named by their place: group 3 of 7",
  },
  { kind: "rows", name: "from a file or by hand", means: "one row a value: value; level 1; level 2; …; *" },
];

export function kindOf(spec: HierarchySpec | null): HierarchyKind {
  if (spec === null) return "given";
  if ("rows" in spec || "file" in spec) return "rows";
  if ("mask" in spec) return "mask";
  return "intervals" in spec ? "intervals" : "groups";
}

/** Widths of 1, 2 and 4 tenths of the range, rounded to a power of ten so that boundaries read well. */
function widthsFor(profile: ColumnProfile): number[] {
  const range = profile.histogram === null ? 100 : profile.histogram.max - profile.histogram.min;
  const unit = 10 ** Math.floor(Math.log10(Math.max(range, 1e-6) / 10));
  return [unit, 5 * unit, 10 * unit].map((width) => Number(width.toPrecision(6)));
}

/** Parameters to begin with when a kind is chosen. Rows have to come from somewhere and are not made here. */
export function startOf(kind: Exclude<HierarchyKind, "rows">, profile: ColumnProfile): HierarchySpec | null {
  const numeric = profile.kind === "integer" || profile.kind === "decimal";
  switch (kind) {
    case "given":
      return null;
    case "intervals":
      return { intervals: { widths: widthsFor(profile), origin: 0 } };
    case "mask":
      return { mask: { from: "right", character: "*" } };
    case "groups":
      return { groups: { order: numeric ? "numeric" : "text", fan_out: [2, 2] } };
  }
}
