import { html, nothing, type TemplateResult } from "lit";
import type { Disclosed } from "../engine/wire/protocol";
import { DISCLOSED } from "../text/review";

/** Makes ids of parts unique among workbenches. */
interface Naming {
  id(name: string): string;
  titled(name: string): string;
}

/** The disclosure risks of a table although every record is like others. */
export function disclosed(
  names: Naming,
  told: readonly Disclosed[],
  notes: readonly string[],
  beside: (one: Disclosed) => TemplateResult | typeof nothing = () => nothing,
): TemplateResult {
  return html`<section aria-labelledby=${names.titled("disclosure-title")} class="disclosure">
    <h2 id=${names.id("disclosure-title")}>${DISCLOSED.title}</h2>
    ${
      told.length === 0
        ? html`<p>${DISCLOSED.nothing}</p>`
        : html`<ul>
            ${told.map((one) => html`<li class="hint care" data-code=${one.code}>${one.words}${beside(one)}</li>`)}
          </ul>`
    }
    ${notes.map((note) => html`<p class="caption">${note}</p>`)}
  </section>`;
}
