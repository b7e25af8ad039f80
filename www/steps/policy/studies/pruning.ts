import { html, type TemplateResult } from "lit";
import type { Axis, LineChart } from "../../../charts/lines";
import type { PruningRow, SearchRun, StoreUse } from "../../../engine/wire/study-rows";
import { SEARCH_RUNS, STORES } from "../../../text/studies";
import { count, loss, percent, short } from "../../../ui/format";
import { type Column, studyTable } from "./table";

type Search = keyof typeof SEARCH_RUNS;

interface SearchRow {
  readonly row: PruningRow;
  readonly search: Search;
  readonly run: SearchRun;
}

const NAMES = Object.keys(SEARCH_RUNS) as Search[];

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const hits = (store: StoreUse) => share(store.hits, store.queries);
const kept = (store: StoreUse) => share(store.antichain, store.inserts);

const SEARCHES: readonly Column<SearchRow>[] = [
  { name: "columns", of: ({ row }) => row.quasi_identifiers },
  { name: "lattice", of: ({ row }) => Number(row.lattice_size), words: count },
  { name: "search", of: ({ search }) => SEARCH_RUNS[search] },
  { name: "loss", of: ({ run }) => run.loss, words: loss },
  { name: "ended", of: ({ run }) => (run.done ? "yes" : "out of time") },
  { name: "checked", of: ({ run }) => run.counters.checked, words: count },
  { name: "of the lattice", of: ({ row, run }) => run.counters.checked / Number(row.lattice_size), words: percent },
  { name: "cannot win: inserts", of: ({ run }) => run.counters.insufficient_quality.inserts, words: count },
  { name: "cannot win: hits", of: ({ run }) => hits(run.counters.insufficient_quality), words: percent },
  { name: "cannot win: kept", of: ({ run }) => kept(run.counters.insufficient_quality), words: percent },
  { name: "suppress too much: inserts", of: ({ run }) => run.counters.insufficient_protection.inserts, words: count },
  { name: "suppress too much: hits", of: ({ run }) => hits(run.counters.insufficient_protection), words: percent },
  { name: "suppress too much: kept", of: ({ run }) => kept(run.counters.insufficient_protection), words: percent },
  { name: "seconds", of: ({ run }) => run.seconds, words: short },
];

const COLUMNS: Axis = { name: "columns", words: count, whole: true };

function storeColumns(rows: readonly PruningRow[]): Column<PruningRow>[] {
  const kinds = rows[0]?.stores.map(({ store }) => store) ?? [];
  return [
    { name: "columns", of: (row) => row.quasi_identifiers },
    { name: "operations", of: (row) => row.stores[0]?.operations ?? null, words: count },
    ...kinds.map((kind) => ({
      name: STORES[kind],
      of: (row: PruningRow) => {
        const time = row.stores.find(({ store }) => store === kind);
        return time?.done === true ? time.seconds : null;
      },
      words: short,
    })),
  ];
}

/** The chart of one figure of each search. */
function searchChart(
  rows: readonly PruningRow[],
  chart: Omit<LineChart, "lines" | "x">,
  of: (run: SearchRun, row: PruningRow) => number,
) {
  const lines = NAMES.map((search) => ({
    name: SEARCH_RUNS[search],
    points: rows.flatMap((row) => {
      const run = row[search];
      return run === null || !run.done ? [] : [{ x: row.quasi_identifiers, y: of(run, row) }];
    }),
  }));
  return html`<kanon-lines .chart=${{ ...chart, x: COLUMNS, lines } satisfies LineChart}></kanon-lines>`;
}

/** Tables 1 to 4 of the papers on pruning. */
export function pruningResults(rows: readonly PruningRow[]): TemplateResult {
  const runs = rows.flatMap((row) =>
    NAMES.flatMap((search) => {
      const run = row[search];
      return run === null ? [] : [{ row, search, run }];
    }),
  );
  const stores = storeColumns(rows);
  const storeChart: LineChart = {
    caption: "Time of each store for the same inserts and questions.",
    file: "store-times",
    x: COLUMNS,
    y: { name: "seconds", words: short, powers: true, least: 1e-4 },
    lines: stores.slice(2).map(({ name, of }) => ({
      name,
      points: rows.flatMap((row) => {
        const y = of(row);
        return typeof y === "number" ? [{ x: row.quasi_identifiers, y }] : [];
      }),
    })),
  };
  return html`${studyTable("What each search did", "searches", SEARCHES, runs)}
    <div class="charts">
      ${searchChart(
        rows,
        {
          caption: "Share of all policies that were checked, of the runs that ended.",
          file: "policies-checked",
          y: {
            name: "checked, of the lattice",
            words: (share) => `${short(share * 100)} %`,
            powers: true,
            least: 1e-6,
          },
        },
        (run, row) => run.counters.checked / Number(row.lattice_size),
      )}
      ${searchChart(
        rows,
        {
          caption: "Time of each search, of the runs that ended.",
          file: "search-times",
          y: { name: "seconds", words: short, powers: true, least: 1e-3 },
        },
        (run) => run.seconds,
      )}
    </div>
    ${studyTable("What each store took, in seconds", "stores", stores, rows)}
    <div class="charts"><kanon-lines .chart=${storeChart}></kanon-lines></div>`;
}
