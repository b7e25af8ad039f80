import { html, nothing, type TemplateResult } from "lit";
import "../../charts/mirrored";
import type { MarkedEvent, MirroredChart } from "../../charts/mirrored";
import type { ColumnRow, FiguresRow, Span } from "../../engine/wire/compare-rows";
import type { Compared } from "../../state/compared";
import type { Workbench } from "../../state/workbench";
import { count, plural, short } from "../../ui/format";
import type { Mark } from "./compare";
import { figuresTable } from "./figures";
import { allOf, measured, mirroredRows, type Suppressed } from "./groups";
import { LETTERS } from "./overall";

/** How columns are displayed. */
interface Looks {
  readonly suppressed: Suppressed;
  readonly mark: Mark | null;
  readonly opened: ReadonlySet<string>;
}

/** Each column by itself: its distribution and figures before and after. */
export function columnViews(
  workbench: Workbench,
  compared: readonly Compared[],
  looks: Looks,
  mark: (column: string, span: Span | null) => void,
  open: (column: string, isOpen: boolean) => void,
  counting: TemplateResult,
): TemplateResult {
  const names = compared[0]?.row.columns.map(({ column }) => column) ?? [];
  return html`<section aria-labelledby=${workbench.names.titled("columns-title")}>
    <h2 id=${workbench.names.id("columns-title")}>Column by column</h2>
    <p>
      <i>Before</i> are the original values, counted in the groups of the policy; <i>after</i> are the records that are kept. A
      group that you choose is marked wherever its values are shown.
    </p>
    ${counting}
    ${names.map((column, at) => {
      const isOpen = looks.opened.has(column);
      return html`<details
        class="sub-view"
        .open=${isOpen}
        @toggle=${(event: Event) => {
          const { open: now } = event.currentTarget as HTMLDetailsElement;
          if (event.target === event.currentTarget && now !== isOpen) open(column, now);
        }}
      >
        <summary>${column}</summary>
        ${isOpen ? inside(compared, at, looks, (span) => mark(column, span)) : nothing}
      </details>`;
    })}
  </section>`;
}

function inside(
  compared: readonly Compared[],
  at: number,
  { suppressed, mark }: Looks,
  marked: (span: Span | null) => void,
): TemplateResult {
  const sides = compared.flatMap(({ row }, side) => {
    const column = row.columns[at];
    return column === undefined ? [] : [{ row, column, letter: LETTERS[side] ?? "" }];
  });
  return html`<div class="sides">
      ${sides.map(({ row, column, letter }) => {
        const chart: MirroredChart = {
          caption: `${column.column} under ${letter}, ${column.words}: ${plural(column.groups, "group")} of ${plural(column.values, "value")}.`,
          file: `${column.column}-${letter}`,
          of: "group",
          sides: ["before", `after, ${letter}`],
          all: allOf(row, suppressed),
          rows: mirroredRows(column, suppressed),
          marked: mark !== null && mark.column === column.column ? mark.span : null,
        };
        return html`<kanon-mirrored .chart=${chart} @marked=${({ detail }: MarkedEvent) => marked(detail)}></kanon-mirrored>`;
      })}
    </div>
    ${figures(sides)}`;
}

interface Side {
  readonly letter: string;
  readonly column: ColumnRow;
}

/** Mean, spread, quantiles and missing values before and after. */
function figures(sides: readonly Side[]): TemplateResult {
  const [first] = sides;
  if (first === undefined) return html``;
  const { column, before, missing_before: missing, kind } = first.column;
  const unit = { date: " days", time: " hours", number: "", text: "" }[kind];
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : `${short(value)}${unit}`;
  const line = (what: string, of: (one: FiguresRow | null) => string) => ({
    what,
    cells: [of(before), ...sides.map((side) => of(side.column.after))],
  });
  const ofNumbers = [
    line("mean", (one) => measured(one?.mean)),
    line("standard deviation", (one) => number(one?.standard_deviation)),
    line("lowest", (one) => measured(one?.lowest)),
    line("lower quartile", (one) => measured(one?.lower_quartile)),
    line("median", (one) => measured(one?.median)),
    line("upper quartile", (one) => measured(one?.upper_quartile)),
    line("highest", (one) => measured(one?.highest)),
    line("records with a value", (one) => (one === null ? "–" : count(one.records))),
    {
      what: "a kept value is off by at most",
      cells: ["–", ...sides.map((side) => number(side.column.off_at_most))],
    },
    {
      what: "and on the average by at most",
      cells: ["–", ...sides.map((side) => number(side.column.off_on_average))],
    },
  ];
  const lines = [
    ...(before === null ? [] : ofNumbers),
    {
      what: "records with a missing value",
      cells: [missing, ...sides.map((side) => side.column.missing_after)].map(count),
    },
    { what: "records suppressed", cells: [0, ...sides.map((side) => side.column.suppressed)].map(count) },
    {
      what: "different values or groups",
      cells: [first.column.values, ...sides.map((side) => side.column.groups)].map(count),
    },
  ];
  return html`${figuresTable(`Figures of ${column}`, `figures-${column}`, sides.length, lines)}
  ${
    before === null
      ? nothing
      : html`<p class="caption">
          After, each record that is kept stands for the middle between the least and the greatest value that this file has in its
          group. A level that is one group says nothing of a number.
        </p>`
  }`;
}
