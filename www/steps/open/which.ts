import { html } from "lit";
import { openDialog } from "../../ui/dialog";
import { bytes } from "../../ui/format";

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
