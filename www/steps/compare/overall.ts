import { html, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { Compared } from "../../state/compared";
import type { Workbench } from "../../state/workbench";
import { MEASURES } from "../../text/en";
import { barred } from "../../ui/barred";
import { count, loss, percent } from "../../ui/format";

export const LETTERS = ["A", "B"] as const;

/** The policies as a whole: their loss, and their effect on each column, in words. */
export function overall(workbench: Workbench, compared: readonly Compared[]): TemplateResult {
  const [first] = compared;
  if (first === undefined) return html``;
  const heads = compared.map(({ candidate }, at) => `${LETTERS[at]}: ${candidate.name}`);
  const line = (what: string, of: (one: Compared) => string) => ({ what, cells: compared.map(of) });
  const lines = [
    line("k", ({ row }) => count(row.k)),
    line(MEASURES[first.row.measure].name, ({ row }) => loss(row.loss)),
    line(
      "suppressed records",
      ({ row }) => `${count(row.suppressed_records)} (${percent(row.suppressed_records / row.records)})`,
    ),
    line("classes that are kept", ({ row }) => count(row.classes)),
  ];
  const columns = first.row.columns.map(({ column }, at) => ({
    column,
    sides: compared.map(({ row }) => row.columns[at]),
  }));
  const most = Math.max(0, ...columns.flatMap(({ sides }) => sides.map((side) => side?.loss ?? 0)));
  const byColumn = columns.some(({ sides }) => sides.some((side) => side?.loss !== null));
  return html`<section aria-labelledby=${workbench.names.titled("overall-title")}>
    <h2 id=${workbench.names.id("overall-title")}>The policies</h2>
    ${savedTable(
      "Policies",
      "policies",
      () => [
        ["", ...heads],
        ...lines.map(({ what, cells }) => [what, ...cells]),
        ...columns.map(({ column, sides }) => [column, ...sides.map((side) => side?.words ?? "")]),
        ...(byColumn
          ? columns.map(({ column, sides }) => [`loss of ${column}`, ...sides.map((side) => side?.loss ?? null)])
          : []),
      ],
      html`<table class="rows tight policies">
        <thead>
          <tr>
            <td></td>
            ${heads.map((head) => html`<th scope="col" colspan=${byColumn ? 2 : 1}>${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            ({ what, cells }) => html`<tr>
              <th scope="row">${what}</th>
              ${cells.map((cell) => html`<td class="number" colspan=${byColumn ? 2 : 1}>${cell}</td>`)}
            </tr>`,
          )}
        </tbody>
        <tbody>
          <tr>
            <th scope="col">column</th>
            ${compared.map(() => html`<th scope="col">level</th>${byColumn ? html`<th scope="col" class="number">loss</th>` : ""}`)}
          </tr>
          ${columns.map(
            ({ column, sides }) => html`<tr>
              <th scope="row">${column}</th>
              ${sides.map(
                (side) => html`<td>${side?.words ?? "–"}</td>
                  ${byColumn ? barred(side?.loss ?? 0, most, loss(side?.loss ?? 0)) : ""}`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </section>`;
}
