import { html, nothing, type TemplateResult } from "lit";
import type { HierarchySpec } from "../../engine/wire/protocol";
import { codes, frequent, prefixes } from "./code-parameters";
import { ages, dates, times } from "./date-parameters";
import { choice, field, numberField, numbersField } from "./fields";

type Change = (spec: HierarchySpec) => void;

function intervals(spec: Extract<HierarchySpec, { intervals: unknown }>, change: Change): TemplateResult {
  const { widths, origin, bottom, top } = spec.intervals;
  const set = (patch: {
    widths?: number[];
    origin?: number;
    bottom?: number | undefined;
    top?: number | undefined;
  }) => {
    const { bottom: lowest, top: highest, ...rest } = { ...spec.intervals, ...patch };
    change({
      intervals: {
        ...rest,
        ...(lowest === undefined ? {} : { bottom: lowest }),
        ...(highest === undefined ? {} : { top: highest }),
      },
    });
  };
  return html`${numbersField("Widths, level by level", widths, "each a multiple of the one before", (given) => set({ widths: given }))}
  ${numberField("A boundary lies at", origin, "", (given) => set({ origin: given ?? 0 }))}
  ${numberField("All below, as one group", bottom, "empty: no such group", (given) => set({ bottom: given }))}
  ${numberField("All from here on, as one group", top, "empty: no such group", (given) => set({ top: given }))}`;
}

function mask(spec: Extract<HierarchySpec, { mask: unknown }>, change: Change): TemplateResult {
  const { from, character, steps } = spec.mask;
  const set = (patch: Partial<{ from: "right" | "left"; character: string; steps: number[] }>) => {
    const { steps: masked, ...rest } = { ...spec.mask, ...patch };
    change({ mask: { ...rest, ...(masked === undefined || masked.length === 0 ? {} : { steps: masked }) } });
  };
  return html`${choice(
    "Begin at the",
    from,
    [
      ["right", "right end"],
      ["left", "left end"],
    ],
    (value) => set({ from: value === "left" ? "left" : "right" }),
  )}
  ${field("Replace by", character, "", (text) => set({ character: [...text][0] ?? "*" }))}
  ${numbersField("Characters replaced, level by level", steps ?? [], "empty: 1, 2, 3 …", (given) => set({ steps: given }))}`;
}

function groups(
  spec: Extract<HierarchySpec, { groups: unknown }>,
  values: readonly string[],
  change: Change,
): TemplateResult {
  const { order, fan_out: fanOut } = spec.groups;
  const own = Array.isArray(order);
  const set = (patch: Partial<{ order: "numeric" | "text" | string[]; fan_out: number[] }>) =>
    change({ groups: { ...spec.groups, ...patch } });
  const lines = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  return html`${choice(
    "Order of the values",
    own ? "own" : String(order),
    [
      ["text", "alphabetical"],
      ["numeric", "by number"],
      ["own", "my own order"],
    ],
    (value) => set({ order: value === "own" ? [...values] : value === "numeric" ? "numeric" : "text" }),
  )}
  ${numbersField("Groups joined to one, level by level", fanOut, "", (given) => set({ fan_out: given }))}
  ${
    own
      ? html`<label class="field field-tall">
          <span>Values in order, one in a line</span>
          <textarea
            class="code"
            rows="8"
            spellcheck="false"
            .value=${order.join("\n")}
            @change=${(event: Event) => set({ order: lines((event.target as HTMLTextAreaElement).value) })}
          ></textarea>
        </label>`
      : nothing
  }`;
}

/**
 * The controls for a kind of hierarchy; each edit is one change of the recipe. `values` are the start of a custom
 * order.
 */
export function parameters(
  spec: HierarchySpec | null,
  values: readonly string[],
  change: Change,
): TemplateResult | typeof nothing {
  if (spec === null) return nothing;
  if ("intervals" in spec) return intervals(spec, change);
  if ("mask" in spec) return mask(spec, change);
  if ("groups" in spec) return groups(spec, values, change);
  if ("dates" in spec) return dates(spec, change);
  if ("times" in spec) return times(spec, change);
  if ("ages" in spec) return ages(spec, change);
  if ("prefixes" in spec) return prefixes(spec, change);
  if ("codes" in spec) return codes(spec, change);
  if ("frequent" in spec) return frequent(spec, change);
  return nothing;
}
