import { html, nothing, type TemplateResult } from "lit";
import type { LineChart } from "../../../charts/lines";
import type { OlaMeasure, OlaRow, SearchRun } from "../../../engine/wire/study-rows";
import { OLA_MEASURES } from "../../../text/studies";
import { count, loss, short } from "../../../ui/format";
import { type Column, studyTable } from "./table";

const MEASURES = Object.keys(OLA_MEASURES) as OlaMeasure[];
const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

const LOSSES: readonly Column<OlaRow>[] = [
  { name: "k", of: (row) => row.k },
  { name: "optimum", of: (row) => row.optimum, words: loss },
  { name: "Datafly", of: (row) => row.datafly, words: times },
  { name: "Samarati", of: (row) => row.samarati, words: times },
  {
    name: "Incognito",
    of: ({ incognito_agrees: agrees }) => (agrees === null ? "out of time" : agrees ? "agrees" : "differs"),
  },
];

const WORK: readonly Column<OlaRow>[] = [
  { name: "k", of: (row) => row.k },
  { name: "OLA checked", of: (row) => row.ola.counters.checked, words: count },
  { name: "Incognito checked", of: (row) => row.incognito.counters.checked, words: count },
  { name: "OLA node score", of: (row) => row.ola.counters.node_score, words: count },
  { name: "Incognito node score", of: (row) => row.incognito.counters.node_score, words: count },
  { name: "OLA compared", of: (row) => row.ola.counters.compared, words: count },
  { name: "Incognito compared", of: (row) => row.incognito.counters.compared, words: count },
  { name: "OLA seconds", of: (row) => row.ola.seconds, words: short },
  { name: "Incognito seconds", of: (row) => row.incognito.seconds, words: short },
  { name: "Samarati seconds", of: (row) => row.samarati_seconds, words: short },
  { name: "Datafly seconds", of: (row) => row.datafly_seconds, words: short },
];

const K = { name: "k", words: count, whole: true };

function against(rows: readonly OlaRow[], measure: OlaMeasure, limit: string): TemplateResult {
  const line = (name: string, of: (row: OlaRow) => number | null) => ({
    name,
    points: rows.flatMap((row) => {
      const y = of(row);
      return y === null ? [] : [{ x: row.k, y }];
    }),
  });
  const chart: LineChart = {
    caption: `Loss under ${OLA_MEASURES[measure]} against the optimum, which is 1; at ${limit}.`,
    file: `relative-loss-${measure}-${limit.replace(/\W+/g, "-")}`,
    x: K,
    y: { name: "loss ÷ optimum", words: (ratio) => short(ratio), least: 1 },
    lines: [line("Datafly", (row) => row.datafly), line("Samarati", (row) => row.samarati)],
  };
  return html`<kanon-lines .chart=${chart}></kanon-lines>`;
}

function work(
  rows: readonly OlaRow[],
  name: string,
  file: string,
  of: (work: SearchRun["counters"]) => number,
): TemplateResult {
  const line = (who: "ola" | "incognito") =>
    rows.filter((row) => row[who].done).map((row) => ({ x: row.k, y: of(row[who].counters) }));
  const chart: LineChart = {
    caption: `${name}, of the runs that ended.`,
    file,
    x: K,
    y: { name: name.toLowerCase(), words: (value) => COMPACT.format(value), least: 0 },
    lines: [
      { name: "OLA", points: line("ola") },
      { name: "Incognito", points: line("incognito") },
    ],
  };
  return html`<kanon-lines .chart=${chart}></kanon-lines>`;
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** The figures of the paper on OLA, at one of the limits. */
export function olaResults(
  all: readonly OlaRow[],
  limits: readonly number[],
  shown: number,
  show: (limit: number) => void,
): TemplateResult {
  const words = (limit: number) => `${short(limit * 100)} % suppressed at most`;
  const rows = all.filter((row) => row.suppression_limit === shown);
  const worked = rows.filter((row) => row.measure === "precision");
  const limit = words(shown);
  return html`<div class="row"><label class="field">
      <span>Suppression limit shown</span>
      <select @change=${(event: Event) => show(Number((event.target as HTMLSelectElement).value))}>
        ${limits.map((one) => html`<option value=${one} ?selected=${one === shown}>${words(one)}</option>`)}
      </select>
    </label></div>
    ${MEASURES.map((measure) => {
      const measured = rows.filter((row) => row.measure === measure);
      if (measured.length === 0) return nothing;
      return html`<div class="beside">
        <div>${studyTable(`Losses under ${OLA_MEASURES[measure]}`, `losses-${measure}`, LOSSES, measured)}</div>
        ${against(measured, measure, limit)}
      </div>`;
    })}
    ${studyTable("Work of the two that prove the optimum, and time of all four", "work", WORK, worked)}
    <div class="charts">
      ${work(worked, "Policies checked", "checked-ola-incognito", (one) => one.checked)}
      ${work(worked, "Node score", "node-score-ola-incognito", (one) => one.node_score)}
    </div>`;
}
