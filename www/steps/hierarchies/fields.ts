/** Fields of a hierarchy's parameters. */

import { html, nothing, type TemplateResult } from "lit";

export function field(label: string, value: string, note: string, change: (value: string) => void): TemplateResult {
  return html`<label class="field">
    <span>${label}</span>
    <input
      type="text"
      inputmode="text"
      spellcheck="false"
      .value=${value}
      @change=${(event: Event) => change((event.target as HTMLInputElement).value)}
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

/** The numbers in a text, in order; what is no number is left for the core to name. */
export function numbers(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map(Number)
    .filter((value) => Number.isFinite(value));
}

export function optionalNumber(text: string): number | undefined {
  const [value] = numbers(text);
  return value;
}
