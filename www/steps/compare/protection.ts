import { html, nothing, type TemplateResult } from "lit";
import "../../charts/mirrored";
import { savedTable } from "../../charts/saved-table";
import type { CandidateRow, ToldRow } from "../../engine/wire/compare-rows";
import { ask, type Compared } from "../../state/compared";
import { writingOf } from "../../state/recipe";
import type { Workbench } from "../../state/workbench";
import { count, percent, plural } from "../../ui/format";
import { figuresTable } from "./figures";
import type { Suppressed } from "./groups";
import { LETTERS } from "./overall";

/** What the policies protect: the sizes of the classes, records over thresholds of risk, sensitive columns. */
export function protection(
  workbench: Workbench,
  compared: readonly Compared[],
  suppressed: Suppressed,
): TemplateResult {
  return html`<section aria-labelledby=${workbench.names.titled("protection-title")}>
    <h2 id=${workbench.names.id("protection-title")}>What they protect</h2>
    <div class="sides">${compared.map(({ row }, at) => sizes(row, LETTERS[at] ?? ""))}</div>
    ${atRisk(workbench, compared)} ${sensitive(workbench, compared, suppressed)}
  </section>`;
}

function sizes({ sizes: bins, records }: CandidateRow, letter: string): TemplateResult {
  const rows = bins.map((bin) => ({
    name: `${bin.from === bin.to ? count(bin.from) : `${count(bin.from)}–${count(bin.to)}`} (${count(bin.classes_before)} → ${count(bin.classes_after)})`,
    left: bin.records_before,
    right: bin.records_after,
    span: null,
  }));
  const chart = {
    caption: `Records by the size of their class, before and under ${letter}; in brackets the number of classes.`,
    file: `class-sizes-${letter}`,
    of: "size (classes)",
    sides: ["before", `after, ${letter}`] as const,
    all: [records, records] as const,
    rows,
    marked: null,
  };
  return html`<kanon-mirrored .chart=${chart}></kanon-mirrored>`;
}

/** The size of a class whose records are not over a threshold. */
function fewerThan(threshold: number): number {
  return Math.ceil(1 / threshold - 1e-9);
}

function atRisk(workbench: Workbench, compared: readonly Compared[]): TemplateResult {
  const [first] = compared;
  if (first === undefined) return html``;
  const { threshold } = workbench.study.looked;
  const own = (event: Event) => {
    const given = (event.target as HTMLInputElement).valueAsNumber;
    ask(workbench, { threshold: given > 0 && given < 1 ? given : null });
  };
  const lines = first.row.at_risk.map((one, at) => ({
    threshold: one.threshold,
    cells: [one.before, ...compared.map(({ row }) => row.at_risk[at]?.after ?? 0)],
  }));
  const heads = ["before", ...compared.map((_, at) => `after, ${LETTERS[at]}`)];
  return html`<h3>Records over a threshold of risk</h3>
    <p class="caption">The risk of a record is 1 ÷ the records of its class: somebody knows that the person is in the table.</p>
    ${savedTable(
      "Records over a threshold",
      "records-over-threshold",
      () => [["threshold", ...heads], ...lines.map(({ threshold: at, cells }) => [at, ...cells])],
      html`<table class="rows tight">
        <thead>
          <tr>
            <th scope="col">risk over</th>
            ${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            ({ threshold: at, cells }) => html`<tr>
              <th scope="row">${percent(at)} <span class="caption">classes of fewer than ${count(fewerThan(at))}</span></th>
              ${cells.map((cell) => html`<td class="number">${count(cell)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>`,
    )}
    <label class="field">
      <span>Another threshold</span>
      <input type="number" class="medium" min="0" max="1" step="any" .value=${threshold === null ? "" : String(threshold)} @change=${own} />
      <small>between 0 and 1, for example 0.1</small>
    </label>`;
}

/**
 * What classes reveal of sensitive columns: in a class whose records are alike, anyone known to be in it is revealed.
 */
function sensitive(workbench: Workbench, compared: readonly Compared[], suppressed: Suppressed): TemplateResult {
  const { recipe } = workbench.study;
  const first = compared[0]?.row.sensitive ?? [];
  if (recipe === null || first.length === 0)
    return html`<h3>Sensitive columns</h3>
      <p class="hint">No column that is released is marked as sensitive, so nothing is said of what the classes tell.</p>`;
  const starred = suppressed === "in" && !writingOf(recipe).removed;
  const words = ({ classes, classes_alike: alike, records_alike: records }: ToldRow) =>
    `${count(alike)} of ${plural(classes, "class", "classes")}, ${plural(records, "record")}`;
  const rows = first.flatMap(({ column, before }, at) => {
    const after = compared.flatMap(({ row }) => row.sensitive[at] ?? []);
    const alike = {
      what: `${column}: classes with a single value`,
      cells: [words(before), ...after.map((told) => words(told.after))],
    };
    const fewest = {
      what: `${column}: fewest different values in a class`,
      cells: [before, ...after.map((told) => told.after)].map(({ fewest_values: values }) =>
        values === 0 ? "–" : count(values),
      ),
    };
    const among = {
      what: `${column}: different values among the suppressed records`,
      cells: [
        "–",
        ...after.map((told) => (told.suppressed.records === 0 ? "–" : count(told.suppressed.fewest_values))),
      ],
    };
    return starred ? [alike, fewest, among] : [alike, fewest];
  });
  return html`<h3>Sensitive columns</h3>
    <p>
      Where all records of a class have the same value, whoever knows that a person is in it knows the value; k does not hinder
      that.
    </p>
    ${figuresTable("Sensitive columns", "sensitive-columns", compared.length, rows)}
    ${starred ? html`<p class="caption">Suppressed records are starred, so that they are one class together.</p>` : nothing}`;
}
