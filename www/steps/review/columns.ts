import { html, nothing, type TemplateResult } from "lit";
import type { ColumnSigns } from "../../engine/wire/review";
import type { Desk } from "../../state/desk";
import type { Known } from "../../state/review-settings";
import { know, proposed, takeProposed } from "../../state/reviewing";
import { KNOWN, tellerWords } from "../../text/review";
import { cell, count, records } from "../../ui/format";
import { roleLetter } from "../../ui/role-letter";

const SHOWN = 200;

/** Every column: its role and the source of it, and what its values show. */
export function columns(desk: Desk): TemplateResult {
  const { source, signs, promised } = desk.study;
  const all = source?.profile.columns ?? [];
  const open = proposed(desk.study);
  const bySign = new Map(signs.map((one) => [one.column, one]));
  const untouched = new Map(promised?.columns.map(({ name, isUntouched }) => [name, isUntouched]));
  return html`<h2>Columns</h2>
    ${
      open.length === 0
        ? nothing
        : html`<p class="hint">
            ${open.length === 1 ? "Nobody says what this column is, and it looks" : "Nobody says what these columns are, and they look"}
            like ${open.length === 1 ? "a quasi-identifier" : "quasi-identifiers"}: ${open.join(", ")}. That is a proposal
            by name and values.
            <button type="button" @click=${() => takeProposed(desk)}>Take ${open.length === 1 ? "it" : "them"} for that</button>
          </p>`
    }
    ${
      promised === null || promised.leftOut.length === 0
        ? nothing
        : html`<p class="hint">Left out of the release: ${promised.leftOut.join(", ")}.</p>`
    }
    <div class="scroller">
      <table class="rows" aria-label="Columns of the release">
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">what it is</th>
            <th scope="col" class="number">different values</th>
            <th scope="col" class="number">records alone</th>
            <th scope="col">found by pattern</th>
            <th scope="col">published untouched</th>
          </tr>
        </thead>
        <tbody>
          ${all.slice(0, SHOWN).map(
            ({ name, suggestion, distinct, distinctIsExact, alone }) => html`<tr>
              <th scope="row">${name}</th>
              <td>${role(desk, name)} ${open.includes(name) ? html`<span class="caption" title=${suggestion.reason}>proposed: ${roleLetter(suggestion.role)}</span>` : nothing}</td>
              <td class="number">${distinctIsExact ? "" : "over "}${count(distinct)}</td>
              <td class="number">${alone == null ? "not counted" : count(alone)}</td>
              <td>${found(bySign.get(name))}</td>
              <td>${touched(untouched.get(name))}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${all.length > SHOWN ? html`<p class="caption">The first ${count(SHOWN)} of ${count(all.length)} columns.</p>` : nothing}`;
}

function role(desk: Desk, name: string): TemplateResult {
  const { filing, reviewed } = desk.study;
  const { qis, others, by } = reviewed;
  const own = qis.includes(name) ? "quasi-identifier" : others[name];
  const teller = by[name];
  const say = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    know(desk, name, value === "" ? null : (value as Known | "quasi-identifier"));
  };
  return html`<select aria-label="What ${name} is" @change=${say}>
      <option value="" .selected=${own === undefined}>not said</option>
      ${Object.entries(KNOWN).map(([known, words]) => html`<option value=${known} .selected=${own === known}>${words}</option>`)}
    </select>
    ${teller === undefined || own === undefined || filing === null ? nothing : html`<span class="caption">said by ${tellerWords(filing.dossier.words, teller)}</span>`}`;
}

function found(signs: ColumnSigns | undefined): TemplateResult | string {
  if (signs === undefined) return "…";
  if (!signs.isLookedThrough) return "too many values to look through";
  if (signs.signs.length === 0) return "nothing";
  return html`${signs.signs.map(
    ({ name, records: number, example }) =>
      html`<span class="care">${name}</span> in ${records(number)} <span class="caption"><code>${cell(example)}</code></span>`,
  )}`;
}

function touched(isUntouched: boolean | undefined): TemplateResult | string {
  if (isUntouched === undefined) return "not known";
  return isUntouched ? html`<span class="care">yes</span>` : "no";
}
