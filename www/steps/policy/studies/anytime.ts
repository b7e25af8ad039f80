import { html, type TemplateResult } from "lit";
import type { LineChart } from "../../../charts/lines";
import type { AnytimeRow } from "../../../engine/wire/study-rows";
import { count, loss, percent, plural, short } from "../../../ui/format";
import { type Column, studyTable } from "./table";

/** The most lines that one chart can distinguish. */
const MOST_LINES = 6;

const TABLE: readonly Column<AnytimeRow>[] = [
  { name: "columns", of: (row) => row.quasi_identifiers },
  { name: "lattice", of: (row) => Number(row.lattice_size), words: count },
  { name: "best loss", of: (row) => row.losses.at(-1)?.loss ?? null, words: loss },
  { name: "proven", of: (row) => (row.best_first.done ? "yes" : "out of time") },
  { name: "seconds to best", of: (row) => row.seconds_to_best, words: short },
  { name: "seconds in all", of: (row) => row.best_first.seconds, words: short },
  { name: "IGreedy", of: (row) => row.igreedy.loss, words: loss },
  { name: "IGreedy seconds", of: (row) => row.igreedy.seconds, words: short },
  { name: "best-first in that time", of: (row) => row.loss_in_igreedy_time, words: loss },
  { name: "better by", of: (row) => row.improvement, words: percent },
];

/** Figure 7 and table 5 of the papers on pruning. */
export function anytimeResults(rows: readonly AnytimeRow[]): TemplateResult {
  const times: LineChart = {
    caption: "When best-first had found its best policy, and when it had proven it.",
    file: "time-to-best",
    x: { name: "columns", words: count, whole: true },
    y: { name: "seconds", words: short, powers: true, least: 1e-3 },
    lines: [
      { name: "to the best policy", points: rows.map((row) => ({ x: row.quasi_identifiers, y: row.seconds_to_best })) },
      {
        name: "to its proof",
        points: rows
          .filter((row) => row.best_first.done)
          .map((row) => ({ x: row.quasi_identifiers, y: row.best_first.seconds })),
      },
      { name: "IGreedy", points: rows.map((row) => ({ x: row.quasi_identifiers, y: row.igreedy.seconds })) },
    ],
  };
  const quality: LineChart = {
    caption: "Loss of the best policy over time, for each number of columns.",
    file: "quality-over-time",
    x: { name: "seconds", words: short, powers: true, least: 1e-3 },
    y: { name: "loss", words: short },
    stepped: true,
    lines: rows.slice(-MOST_LINES).map((row) => ({
      name: plural(row.quasi_identifiers, "column"),
      points: row.losses.map(({ seconds, loss: y }) => ({ x: seconds, y })),
    })),
  };
  return html`${studyTable("Best-first over time", "best-first-over-time", TABLE, rows)}
    <div class="charts">
      <kanon-lines .chart=${times}></kanon-lines>
      <kanon-lines .chart=${quality}></kanon-lines>
    </div>`;
}
