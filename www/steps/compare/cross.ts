import { html, nothing, type TemplateResult } from "lit";
import { overlaps } from "../../charts/mirrored";
import { savedTable } from "../../charts/saved-table";
import type { CrossRow, GroupRow, Span } from "../../engine/wire/compare-rows";
import { ask, type Compared, notCrossed } from "../../state/compared";
import type { Workbench } from "../../state/workbench";
import { count } from "../../ui/format";
import type { Mark } from "./compare";
import { groupName } from "./groups";
import { LETTERS } from "./overall";

const SHADES = 5;

/** Two columns crossed: darker cells have more records. */
export function crossView(
  workbench: Workbench,
  compared: readonly Compared[],
  mark: Mark | null,
  marked: (column: string, span: Span | null) => void,
): TemplateResult | typeof nothing {
  const { study } = workbench;
  const all = (study.source?.profile.columns ?? []).map(({ name }) => ({ name, why: notCrossed(study, name) }));
  const columns = all.flatMap(({ name, why }) => (why === null ? [name] : []));
  const others = all.flatMap(({ name, why }) => (why === null ? [] : [`${name} (${why})`]));
  if (columns.length < 2) return nothing;
  const { cross } = study.looked;
  const field = (label: string, at: 0 | 1) => {
    const change = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      if (value === "") {
        ask(workbench, { cross: null });
        return;
      }
      const other = cross?.[1 - at] ?? columns.find((name) => name !== value) ?? "";
      const pair = other === value ? (columns.find((name) => name !== value) ?? "") : other;
      ask(workbench, { cross: at === 0 ? [value, pair] : [pair, value] });
    };
    return html`<label class="field">
      <span>${label}</span>
      <select @change=${change}>
        <option value="" ?selected=${cross === null}>none</option>
        ${columns.map((name) => html`<option value=${name} ?selected=${cross?.[at] === name}>${name}</option>`)}
      </select>
    </label>`;
  };
  const tables = compared.flatMap(({ row }, at) =>
    row.cross === null ? [] : [{ cross: row.cross, letter: LETTERS[at] ?? "" }],
  );
  return html`<section aria-labelledby=${workbench.names.titled("cross-title")}>
    <h2 id=${workbench.names.id("cross-title")}>Two columns crossed</h2>
    <div class="row fields">${field("Rows", 0)} ${field("Columns", 1)}</div>
    ${others.length === 0 ? nothing : html`<p class="caption">Not crossed: ${others.join(", ")}.</p>`}
    <div class="sides">
      ${tables.map(
        ({ cross: crossed, letter }) => html`<div>
          ${heat(crossed, "before", `Before, in the groups of ${letter}`, mark, marked)}
          ${heat(crossed, "after", `After, under ${letter}`, mark, marked)}
        </div>`,
      )}
    </div>
  </section>`;
}

function heat(
  cross: CrossRow,
  when: "before" | "after",
  title: string,
  mark: Mark | null,
  marked: (column: string, span: Span | null) => void,
): TemplateResult {
  const cells = cross[when];
  // One scale for both, so that a cell that lost records is lighter.
  const most = Math.max(1, ...cross.before.flat());
  const shade = (value: number) =>
    value === 0 ? 0 : 1 + Math.floor(((SHADES - 1) * Math.log1p(value)) / Math.log1p(most));
  const isMarked = (column: string, { span }: GroupRow) => mark?.column === column && overlaps(mark.span, span);
  const head = (column: string, group: GroupRow, scope: "row" | "col") => {
    const on = isMarked(column, group);
    const toggle = () => marked(column, on ? null : group.span);
    return html`<th scope=${scope} class=${on ? "marked" : ""}>
      ${group.span === null ? groupName(group) : html`<button type="button" class="link" aria-pressed=${on} @click=${toggle}>${groupName(group)}</button>`}
    </th>`;
  };
  const rows = cross.rows.map((group, at) => ({ group, values: cells[at] ?? [] }));
  return savedTable(
    `${title}: ${cross.row} and ${cross.column}`,
    `${cross.row}-${cross.column}-${when}`,
    () => [
      [cross.row, ...cross.columns.map(groupName)],
      ...rows.map(({ group, values }) => [groupName(group), ...values]),
    ],
    html`<table class="rows tight heat">
      <caption>${title}</caption>
      <thead>
        <tr>
          <th scope="col">${cross.row} \\ ${cross.column}</th>
          ${cross.columns.map((group) => head(cross.column, group, "col"))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ group, values }) => html`<tr>
            ${head(cross.row, group, "row")}
            ${values.map((value, at) => {
              const column = cross.columns[at];
              const on = isMarked(cross.row, group) || (column !== undefined && isMarked(cross.column, column));
              return html`<td class="number heat-${shade(value)} ${on ? "marked" : ""}">${value === 0 ? "–" : count(value)}</td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>`,
  );
}
