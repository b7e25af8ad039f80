import { html, type TemplateResult } from "lit";
import type { DateUnit, HierarchySpec } from "../../engine/wire/protocol";
import { numberField, numbersField } from "./fields";

type Change = (spec: HierarchySpec) => void;

const UNITS = [
  ["day", "days"],
  ["week", "weeks (no longer unit is made of weeks)"],
  ["month", "months"],
  ["quarter", "quarters"],
  ["half-year", "half-years"],
  ["year", "years"],
] as const;

function spans(units: readonly DateUnit[]): number[] {
  return units.flatMap((unit) => (typeof unit === "object" ? [unit.years] : []));
}

/** The calendar spans of the levels. */
export function dates(spec: Extract<HierarchySpec, { dates: unknown }>, change: Change): TemplateResult {
  const { units } = spec.dates;
  const set = (chosen: readonly DateUnit[], years: readonly number[]) =>
    change({
      dates: {
        units: [
          ...UNITS.flatMap(([unit]) => (chosen.includes(unit) ? [unit] : [])),
          ...years.map((years) => ({ years })),
        ],
      },
    });
  const toggle = (unit: DateUnit, on: boolean) =>
    set(on ? [...units, unit] : units.filter((other) => other !== unit), spans(units));
  return html`<fieldset class="units">
      <legend>Levels</legend>
      ${UNITS.map(
        ([unit, name]) => html`<label class="check">
          <input
            type="checkbox"
            .checked=${units.includes(unit)}
            @change=${(event: Event) => toggle(unit, (event.target as HTMLInputElement).checked)}
          />
          ${name}
        </label>`,
      )}
    </fieldset>
    ${numbersField("Spans of years", spans(units), "for example 5, 10: each a multiple of the one before", (years) => set(units, years))}`;
}

/** The hours of each level's spans. */
export function times(spec: Extract<HierarchySpec, { times: unknown }>, change: Change): TemplateResult {
  return numbersField(
    "Hours, level by level",
    spec.times.hours,
    "each goes into 24 and is a multiple of the one before",
    (hours) => change({ times: { hours } }),
  );
}

/** The date for computing ages, and their intervals. */
export function ages(spec: Extract<HierarchySpec, { ages: unknown }>, change: Change): TemplateResult {
  const { on, widths, top } = spec.ages;
  const set = (patch: { on?: string; widths?: number[]; top?: number | undefined }) => {
    const { top: oldest, ...rest } = { ...spec.ages, ...patch };
    change({ ages: { ...rest, ...(oldest === undefined ? {} : { top: oldest }) } });
  };
  return html`<label class="field">
      <span>Age on the day</span>
      <input
        type="date"
        .value=${on}
        @change=${(event: Event) => {
          const day = (event.target as HTMLInputElement).value;
          if (day !== "") set({ on: day });
        }}
      />
    </label>
    ${numbersField("Years, level by level", widths, "each a multiple of the one before", (years) => set({ widths: years }))}
    ${numberField("All from this age on, as one group", top, "empty: no such group", (oldest) => set({ top: oldest }))}`;
}
