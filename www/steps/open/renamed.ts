import { html, nothing, type TemplateResult } from "lit";
import type { Profile } from "../../engine/wire/protocol";
import { count, plural } from "../../ui/format";

const SHOWN = 100;

/** Columns whose name in the header was empty, or a duplicate of an earlier one. */
export function renamed({ renamed: all }: Profile): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing;
  return html`<details class="told">
    <summary>
      ${plural(all.length, "column")} ${all.length === 1 ? "is" : "are"} called otherwise than in the header: names were
      empty or there twice
    </summary>
    <p>The release has the new names.</p>
    <ul class="columns-list">
      ${all
        .slice(0, SHOWN)
        .map(
          ({ position, given, name }) =>
            html`<li>column ${count(position)}: ${given === "" ? "no name" : html`<code>${given}</code>`} → <code>${name}</code></li>`,
        )}
    </ul>
    ${all.length > SHOWN ? html`<p class="caption">The first ${count(SHOWN)} are listed.</p>` : nothing}
  </details>`;
}
