/** The control for a column's treatment in the release. */

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Role, Treatment } from "../engine/wire/protocol";
import { type Named, nameOf } from "../state/recipe";
import { beginning, choicesFor } from "../state/treatments";
import { choiceName, MEANS } from "../text/treatments";

/** The core's limit for constants, prefixes, the width of numbers, and the characters that a mask shows. */
const MOST = 100;
const LEAST_DIGITS = 8;
const MOST_DIGITS = 64;

export interface Treated {
  readonly column: string;
  readonly role: Role;
  readonly treatment: Treatment;
  treat(treatment: Treatment): void;
}

export function treatmentControl(treated: Treated): TemplateResult {
  const { column, role, treatment } = treated;
  const name = nameOf(treatment);
  const choose = (event: Event) => treated.treat(beginning((event.target as HTMLSelectElement).value as Named));
  return html`<select aria-label="${column} in the release" @change=${choose}>
      ${choicesFor(role).map(
        (choice) =>
          html`<option value=${choice} .selected=${live(choice === name)}>${choiceName(role, choice)}</option>`,
      )}
    </select>
    ${parameters(treated)} ${MEANS[name] === "" ? nothing : html`<span class="caption means">${MEANS[name]}</span>`}`;
}

function parameters({ column, treatment, treat }: Treated): TemplateResult | typeof nothing {
  if (typeof treatment === "string") return nothing;
  if ("constant" in treatment) {
    return words(`Constant of ${column}`, "text", treatment.constant, (constant) => treat({ constant }));
  }
  if ("pseudonym" in treatment) {
    const { pseudonym } = treatment;
    return html`${words(`Prefix of ${column}`, "prefix", pseudonym.prefix, (prefix) => treat({ pseudonym: { ...pseudonym, prefix } }))}
    ${number(`Digits of ${column}`, "digits", pseudonym.width, [0, MOST], (width) => treat({ pseudonym: { ...pseudonym, width } }))}`;
  }
  if ("keyed-hash" in treatment) {
    const { digits } = treatment["keyed-hash"];
    return number(`Digits of ${column}`, "digits", digits, [LEAST_DIGITS, MOST_DIGITS], (chosen) =>
      treat({ "keyed-hash": { digits: chosen } }),
    );
  }
  const { mask } = treatment;
  // At least one character must be shown, or it is not a mask.
  return html`${number(`First characters of ${column}`, "first", mask.first, [mask.last === 0 ? 1 : 0, MOST], (first) => treat({ mask: { ...mask, first } }))}
  ${number(`Last characters of ${column}`, "last", mask.last, [mask.first === 0 ? 1 : 0, MOST], (last) => treat({ mask: { ...mask, last } }))}`;
}

function words(label: string, shown: string, value: string, set: (value: string) => void): TemplateResult {
  const change = (event: Event) => {
    const input = event.target as HTMLInputElement;
    // The core refuses a text that a spreadsheet program would read as a formula.
    input.setCustomValidity(/^\s*[=+\-@]/.test(input.value) ? "Begin it with another character than = + - @." : "");
    if (input.reportValidity()) set(input.value);
    else input.value = value;
  };
  return html`<label class="part"
    ><span aria-hidden="true">${shown}</span>
    <input class="medium" type="text" maxlength=${MOST} aria-label=${label} autocomplete="off" .value=${value} @change=${change}
  /></label>`;
}

function number(
  label: string,
  shown: string,
  value: number,
  [least, most]: readonly [number, number],
  set: (value: number) => void,
): TemplateResult {
  const change = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const given = input.valueAsNumber;
    if (Number.isInteger(given) && given >= least && given <= most) set(given);
    else {
      input.reportValidity();
      input.value = String(value);
    }
  };
  return html`<label class="part"
    ><span aria-hidden="true">${shown}</span>
    <input class="short" type="number" min=${least} max=${most} step="1" aria-label=${label} .value=${String(value)} @change=${change}
  /></label>`;
}
