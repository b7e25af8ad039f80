/** The kinds of hierarchy in the editor, with their initial parameters. */

import type { ColumnProfile, HierarchySpec } from "../../engine/wire/protocol";

export type HierarchyKind =
  | "given"
  | "rows"
  | "intervals"
  | "dates"
  | "times"
  | "ages"
  | "prefixes"
  | "codes"
  | "frequent"
  | "mask"
  | "groups";

export const HIERARCHY_KINDS: readonly { kind: HierarchyKind; name: string; means: string }[] = [
  { kind: "given", name: "values as given", means: "each value itself, then everything as *" },
  { kind: "intervals", name: "intervals", means: "numbers in ranges that widen level by level" },
  { kind: "dates", name: "spans of the calendar", means: "dates by day, month, quarter, year and longer" },
  { kind: "times", name: "spans of the day", means: "times of day by hours that widen level by level" },
  { kind: "ages", name: "ages from dates", means: "the age on one day, in years that widen level by level" },
  {
    kind: "prefixes",
    name: "beginnings of codes",
    means: "codes cut shorter and shorter: each label is how its codes begin",
  },
  {
    kind: "codes",
    name: "published codes",
    means: "codes of a published system in the groups that are published for them",
  },
  { kind: "frequent", name: "frequent values", means: "the most frequent values stay, all others are one group" },
  { kind: "mask", name: "masking", means: "characters replaced from one end, one level after the other" },
  {
    kind: "groups",
    name: "ordered groups",
    means: "neighbours in an order joined level by level, named by their place: group 3 of 7",
  },
  { kind: "rows", name: "from a file or by hand", means: "each value in a group of every level, changed below" },
];

export function hierarchyKind(spec: HierarchySpec | null): HierarchyKind {
  if (spec === null) return "given";
  if ("rows" in spec || "file" in spec || "tree" in spec) return "rows";
  const kinds = ["intervals", "dates", "times", "ages", "prefixes", "codes", "frequent", "mask"] as const;
  return kinds.find((kind) => kind in spec) ?? "groups";
}

/** A tenth of the range, rounded down to a power of ten for readable boundaries, and 5 and 10 times that. */
function widthsFor(profile: ColumnProfile): number[] {
  const range = profile.histogram === null ? 100 : profile.histogram.max - profile.histogram.min;
  const unit = 10 ** Math.floor(Math.log10(Math.max(range, 1e-6) / 10));
  return [unit, 5 * unit, 10 * unit].map((width) => Number(width.toPrecision(6)));
}

/** Whether dates have quarters, and no months. */
function isOfQuarters({ readings }: ColumnProfile): boolean {
  return readings.some(
    (reading) => typeof reading === "object" && "date" in reading && (reading.date.format ?? "").includes("QQQ"),
  );
}

/** The initial parameters of a kind. Rows need a source and are not made here. */
export function startOf(kind: Exclude<HierarchyKind, "rows">, profile: ColumnProfile): HierarchySpec | null {
  const numeric = profile.kind === "integer" || profile.kind === "decimal";
  switch (kind) {
    case "given":
      return null;
    case "intervals":
      return { intervals: { widths: widthsFor(profile), origin: 0 } };
    case "dates":
      return {
        dates: { units: [...(isOfQuarters(profile) ? [] : (["month", "quarter"] as const)), "year", { years: 10 }] },
      };
    case "times":
      return { times: { hours: [1, 3, 6, 12] } };
    case "ages":
      return { ages: { on: new Date().toISOString().slice(0, 10), widths: [5, 10], top: 90 } };
    case "prefixes":
      return { prefixes: { cuts: [{ length: 3 }, { length: 2 }, { length: 1 }] } };
    case "codes":
      return { codes: "icd-10" };
    case "frequent":
      return { frequent: { keep: [20, 10, 5], rest: "other" } };
    case "mask":
      return { mask: { from: "right", character: "*" } };
    case "groups":
      return { groups: { order: numeric ? "numeric" : "text", fan_out: [2, 2] } };
  }
}
