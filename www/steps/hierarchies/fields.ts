/** Fields of a hierarchy's parameters. */

import { html, nothing, type TemplateResult } from "lit";

/** A rejected text, with the message shown at its field. */
class Refused {
  constructor(readonly why: string) {}
}

export function field(label: string, value: string, note: string, change: (value: string) => void): TemplateResult {
  return checkedField(label, value, note, (text) => text, change);
}

/** A field of numbers, in order. */
export function numbersField(
  label: string,
  values: readonly number[],
  note: string,
  change: (values: number[]) => void,
): TemplateResult {
  return checkedField(label, values.join(", "), note, numbersIn, change);
}

/** A field for one number, or none if it is left empty. */
export function numberField(
  label: string,
  value: number | undefined,
  note: string,
  change: (value: number | undefined) => void,
): TemplateResult {
  const read = (text: string) => {
    const values = numbersIn(text);
    if (values instanceof Refused) return values;
    return values.length > 1 ? new Refused("This takes one number.") : values;
  };
  return checkedField(label, String(value ?? ""), note, read, ([one]) => change(one));
}

function checkedField<Value>(
  label: string,
  value: string,
  note: string,
  read: (text: string) => Value | Refused,
  change: (value: Value) => void,
): TemplateResult {
  const take = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const typed = read(input.value);
    input.setCustomValidity(typed instanceof Refused ? typed.why : "");
    if (typed instanceof Refused) input.reportValidity();
    else change(typed);
  };
  return html`<label class="field">
    <span>${label}</span>
    <input
      type="text"
      inputmode="text"
      spellcheck="false"
      .value=${value}
      @change=${take}
    />
    ${note === "" ? nothing : html`<small>${note}</small>`}
  </label>`;
}

export function choice(
  label: string,
  value: string,
  options: readonly [string, string][],
  change: (value: string) => void,
): TemplateResult {
  return html`<label class="field">
    <span>${label}</span>
    <select .value=${value} @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
      ${options.map(([key, name]) => html`<option value=${key} ?selected=${key === value}>${name}</option>`)}
    </select>
  </label>`;
}

function numbersIn(text: string): number[] | Refused {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const other = words.find((word) => !Number.isFinite(Number(word)));
  return other === undefined ? words.map(Number) : new Refused(`“${other}” is no number.`);
}
