/** Inputs for the numbers in a sentence. */

import { html, type TemplateResult } from "lit";

const PERCENT = 100;

/** A percentage input for a risk. */
export function percentage(
  label: string,
  risk: number,
  change: (risk: number) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  return numeral(
    label,
    Number((risk * PERCENT).toPrecision(10)),
    (given) => given > 0 && given <= PERCENT,
    (given) => change(Number((given / PERCENT).toPrecision(12))),
    tell,
  );
}

/** An input for a number. An invalid one is reset, with a message. */
export function numeral(
  label: string,
  value: number,
  fits: (given: number) => boolean,
  change: (given: number) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const set = (event: Event) => {
    const input = event.target as HTMLInputElement;
    if (fits(input.valueAsNumber)) return change(input.valueAsNumber);
    tell(`${input.value || "Nothing"} cannot be the ${label}. It stays ${value}.`);
    input.value = String(value);
  };
  return html`<label><span class="unseen">${label}</span>
    <input type="number" class="short" min="0" step="any" .value=${String(value)} @change=${set} /></label>`;
}
