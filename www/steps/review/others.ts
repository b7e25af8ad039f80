import { html, nothing, type TemplateResult } from "lit";
import type { Desk } from "../../state/desk";
import type { Names } from "../../state/names";
import { type Known, know, type ReviewAnswer } from "../../state/reviewing";
import { KNOWN, NOT_LOOKED_FOR, OTHER_COLUMNS } from "../../text/review";
import { disclosed } from "../../ui/disclosed";

/** Asks what is in the columns that are no quasi-identifiers. */
export function otherColumns(desk: Desk): TemplateResult | typeof nothing {
  const { qis, others } = desk.study.reviewed;
  const columns = desk.study.source?.profile.columns ?? [];
  const rest = columns.filter(({ name }) => !qis.includes(name));
  if (rest.length === 0) return nothing;
  const say = (name: string, event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    know(desk, name, value === "" ? null : (value as Known));
  };
  return html`<fieldset class="row fields">
    <legend>${OTHER_COLUMNS.legend}</legend>
    ${rest.map(
      ({ name }) => html`<label class="field">
        <span>${name}</span>
        <select @change=${(event: Event) => say(name, event)}>
          <option value="" .selected=${others[name] === undefined}>${OTHER_COLUMNS.unknown}</option>
          ${Object.entries(KNOWN).map(([known, words]) => html`<option value=${known} .selected=${others[name] === known}>${words}</option>`)}
        </select>
      </label>`,
    )}
  </fieldset>`;
}

/** What the file may disclose, and what was not looked for. */
export function disclosure(names: Names, { settings, disclosed: found }: ReviewAnswer): TemplateResult {
  const known = Object.values(settings.others);
  const notes: string[] = [];
  if (!found.hasClasses) notes.push(NOT_LOOKED_FOR.classes);
  else {
    if (!known.includes("sensitive")) notes.push(NOT_LOOKED_FOR.sensitive);
    if (!known.includes("identifier")) notes.push(NOT_LOOKED_FOR.persons);
  }
  return disclosed(names, found.disclosure, [...notes, NOT_LOOKED_FOR.labels]);
}
