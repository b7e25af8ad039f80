import { html } from "lit";
import type { CoveredColumn } from "../../engine/wire/hierarchies";
import { openDialog } from "../../ui/dialog";
import { bytes, count, plural } from "../../ui/format";

/** Two tables that were given together. */
export type Two = readonly [File, File];

/** Asks which of two tables is to be anonymized; the other one is the population. */
export function askWhich(
  from: EventTarget | null,
  [one, other]: Two,
  settle: (table: File, population: File) => void,
): void {
  openDialog(from, "Which of the two is the table?", (close) => {
    const pick = (table: File, population: File) => () => {
      close();
      settle(table, population);
    };
    const choice = (table: File, population: File) =>
      html`<button type="button" class="door" @click=${pick(table, population)}>
        <strong>${table.name}</strong>
        <span>${bytes(table.size)} · ${population.name} is the population</span>
      </button>`;
    return html`<div class="stack">
      <p>
        The table is what you make safe to share. A population is a file of all the people among whom someone could be
        looked for, with the columns that both have; the frontier counts risk in it.
      </p>
      ${choice(one, other)} ${choice(other, one)}
    </div>`;
  });
}

/** Asks whether a file is a hierarchy of a column of the open table, or another table; null means a table. */
export function askWhatItIs(
  from: EventTarget | null,
  name: string,
  columns: readonly CoveredColumn[],
  settle: (column: string | null) => void,
): void {
  openDialog(from, `What is ${name}?`, (close) => {
    const pick = (column: string | null) => () => {
      close();
      settle(column);
    };
    return html`<div class="stack">
      <p>
        Its first column has values of the open table, as a hierarchy or a list of codes has. Opened as a table, it takes
        the place of the one that is open.
      </p>
      ${columns.map(
        ({ column, covered, values }) => html`<button type="button" class="door" @click=${pick(column)}>
          <strong>A hierarchy of ${column}</strong>
          <span>It has ${count(covered)} of ${plural(values, "value")} of ${column}</span>
        </button>`,
      )}
      <button type="button" class="door" @click=${pick(null)}>
        <strong>Another table</strong>
        <span>It is opened, and Undo brings this one back</span>
      </button>
    </div>`;
  });
}
