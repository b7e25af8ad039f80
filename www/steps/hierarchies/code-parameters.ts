import { html, nothing, type TemplateResult } from "lit";
import type { Codes, Cut, HierarchySpec } from "../../engine/wire/protocol";
import { choice, field, numberField, numbersField } from "./fields";

type Change = (spec: HierarchySpec) => void;

const CUTS: readonly [string, string][] = [
  ["length", "after so many characters"],
  ["before", "before the last sign"],
  ["letters", "after the letters at its beginning"],
];

const SYSTEMS: readonly [Codes, string][] = [
  ["icd-10", "ICD-10: category, block, chapter"],
  ["icd-9", "ICD-9: category, block, chapter"],
  ["zip", "ZIP: 4 digits, 3 digits with small areas as 000"],
  ["zip-plus-4", "ZIP+4: 5 digits, 4 digits, 3 digits with small areas as 000"],
  ["postcode-gb", "United Kingdom: postcode, district, area"],
  ["postcode-ca", "Canada: postal code, sortation area, first letter"],
  ["postcode-nl", "Netherlands: postcode, 4 digits, 2 digits"],
  ["five-digits", "Five digits, zeros completed: 5, 3, 2, 1"],
];

function nameOf(cut: Cut): string {
  return typeof cut === "string" ? cut : "length" in cut ? "length" : "before";
}

function cutOf(name: string): Cut {
  if (name === "letters") return "letters";
  return name === "before" ? { before: " " } : { length: 2 };
}

/** Where codes are cut on each level. */
export function prefixes(spec: Extract<HierarchySpec, { prefixes: unknown }>, change: Change): TemplateResult {
  const { cuts } = spec.prefixes;
  const set = (changed: readonly Cut[]) => change({ prefixes: { cuts: [...changed] } });
  const at = (level: number, cut: Cut) => set(cuts.map((other, place) => (place === level ? cut : other)));
  return html`${cuts.map(
    (cut, level) => html`<div class="row">
        ${choice(`Level ${level + 1}: cut`, nameOf(cut), CUTS, (name) => at(level, cutOf(name)))}
        ${
          typeof cut === "string"
            ? nothing
            : "length" in cut
              ? numberField("Characters", cut.length, "", (length) => at(level, { length: length ?? 0 }))
              : field("Sign", cut.before, cut.before === " " ? "a space" : "", (text) => at(level, { before: text }))
        }
        ${
          cuts.length > 1
            ? html`<button type="button" class="quiet" @click=${() => set(cuts.filter((_, place) => place !== level))}>
                Remove level ${level + 1}
              </button>`
            : nothing
        }
      </div>`,
  )}
    <button type="button" @click=${() => set([...cuts, { length: 1 }])}>Add a level</button>`;
}

/** The system of the codes. */
export function codes(spec: Extract<HierarchySpec, { codes: unknown }>, change: Change): TemplateResult {
  return choice("Codes of", spec.codes, SYSTEMS, (name) => {
    const system = SYSTEMS.find(([known]) => known === name)?.[0];
    if (system !== undefined) change({ codes: system });
  });
}

/** How many of the most frequent values stay, and the name for the others. */
export function frequent(spec: Extract<HierarchySpec, { frequent: unknown }>, change: Change): TemplateResult {
  const { keep, rest } = spec.frequent;
  const set = (patch: Partial<{ keep: number[]; rest: string }>) =>
    change({ frequent: { ...spec.frequent, ...patch } });
  return html`${numbersField("Most frequent values that stay, level by level", keep, "fewer and fewer", (kept) => set({ keep: kept }))}
  ${field("The others are called", rest, "", (text) => set({ rest: text }))}`;
}
