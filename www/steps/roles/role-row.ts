import { html, nothing, type TemplateResult } from "lit";
import type { ColumnProfile, Role, Treatment } from "../../engine/wire/protocol";
import { KINDS, ROLES } from "../../text/en";
import { cell, distinctValues } from "../../ui/format";
import { roleLetter, roleTone } from "../../ui/role-letter";
import { treatmentControl } from "../treatment";

const EXAMPLES = 3;

export interface RoleRow {
  readonly column: ColumnProfile;
  /** Null while undecided. */
  readonly role: Role | null;
  /** The input for the weight of its loss. */
  readonly weight: TemplateResult;
  /** The treatment in the release. */
  readonly treatment: Treatment;
  /** Why it may identify persons although it is published unchanged. */
  readonly warning: string | null;
  readonly selected: boolean;
  /** Whether the reason of the suggestion is shown in full. */
  readonly told: boolean;
  tell(told: boolean): void;
  select(selected: boolean): void;
  assign(role: Role): void;
  treat(treatment: Treatment): void;
}

/** Left and right move through the four letters and select at once, as with radio buttons. */
function walkLetters(event: KeyboardEvent, row: RoleRow): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const at = ROLES.findIndex((entry) => entry.role === row.role);
  const from = at < 0 && step < 0 ? 0 : at;
  const next = ROLES[(from + step + ROLES.length) % ROLES.length];
  if (next === undefined) return;
  row.assign(next.role);
  const group = event.currentTarget as HTMLElement;
  group.querySelector<HTMLElement>(`[data-role="${next.role}"]`)?.focus();
}

function letters(row: RoleRow): TemplateResult {
  return html`<div
    class="letters"
    role="radiogroup"
    aria-label="Role of ${row.column.name}"
    @keydown=${(event: KeyboardEvent) => walkLetters(event, row)}
  >
    ${ROLES.map((entry, place) => {
      const chosen = entry.role === row.role;
      return html`<button
        type="button"
        role="radio"
        class="letter ${chosen ? roleTone(entry.role) : ""}"
        aria-checked=${chosen}
        aria-label=${entry.name}
        title=${entry.name}
        tabindex=${chosen || (row.role === null && place === 0) ? 0 : -1}
        data-role=${entry.role}
        @click=${() => row.assign(entry.role)}
      >
        ${entry.letter}
      </button>`;
    })}
  </div>`;
}

export function roleRow(row: RoleRow): TemplateResult {
  const { column } = row;
  const quasi = row.role === "quasi-identifier" && row.treatment !== "drop";
  return html`<tr data-column=${column.name} class="${row.selected ? "selected" : ""} ${row.role === null ? "undecided" : ""}">
    <td>
      <input
        type="checkbox"
        aria-label="Select ${column.name}"
        .checked=${row.selected}
        @change=${(event: Event) => row.select((event.target as HTMLInputElement).checked)}
      />
    </td>
    <th scope="row">${column.name} <span class="caption">${KINDS[column.kind]}</span></th>
    <td>${letters(row)} ${row.role === null ? html`<span class="caption care">to decide</span>` : nothing}</td>
    <td class="treatment">
      ${row.role === null ? nothing : treatmentControl({ column: column.name, role: row.role, treatment: row.treatment, treat: row.treat })}
      ${row.warning === null ? nothing : html`<span class="caption care">published as it is, and looks like an identifier: ${row.warning}</span>`}
    </td>
    <td class="number">
      ${quasi ? row.weight : ""}
    </td>
    <td class="examples">
      ${distinctValues(column)}
      <span class="caption"
        >${column.top.slice(0, EXAMPLES).map((entry, index) => html`${index === 0 ? "" : ", "}<code>${cell(entry.value)}</code>`)}</span
      >
    </td>
    <td class="suggestion">
      <button
        type="button"
        class="reason"
        aria-expanded=${row.told}
        title=${row.told ? nothing : column.suggestion.reason}
        @click=${() => row.tell(!row.told)}
      >
        ${roleLetter(column.suggestion.role)}<span class="unseen">${column.suggestion.role ?? "to decide"}:</span>
        ${column.suggestion.reason}
      </button>
    </td>
  </tr>`;
}
