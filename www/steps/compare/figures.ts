import { html, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import { LETTERS } from "./overall";

/** A figure before, and after each of the policies. */
interface FigureLine {
  readonly what: string;
  readonly cells: readonly string[];
}

/** Figures before, and after each policy. */
export function figuresTable(
  label: string,
  file: string,
  policies: number,
  lines: readonly FigureLine[],
): TemplateResult {
  const heads = ["before", ...Array.from({ length: policies }, (_, at) => `after, ${LETTERS[at]}`)];
  return savedTable(
    label,
    file,
    () => [["", ...heads], ...lines.map(({ what, cells }) => [what, ...cells])],
    html`<table class="rows tight">
      <thead>
        <tr>
          <td></td>
          ${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ what, cells }) => html`<tr>
            <th scope="row">${what}</th>
            ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>`,
  );
}
