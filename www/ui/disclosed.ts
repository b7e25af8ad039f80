import { html, type TemplateResult } from "lit";
import type { Disclosed } from "../engine/protocol";
import { DISCLOSED } from "../text/review";

/** What a table may disclose although every record is like others. */
export function disclosed(told: readonly Disclosed[], notes: readonly string[]): TemplateResult {
  return html`<section aria-labelledby="disclosure-title" class="disclosure">
    <h2 id="disclosure-title">${DISCLOSED.title}</h2>
    ${
      told.length === 0
        ? html`<p>${DISCLOSED.nothing}</p>`
        : html`<ul>
            ${told.map(({ code, words }) => html`<li class="hint care" data-code=${code}>${words}</li>`)}
          </ul>`
    }
    ${notes.map((note) => html`<p class="caption">${note}</p>`)}
  </section>`;
}
