import { html, nothing, type TemplateResult } from "lit";

/** The requests or the refusals, line by line. */
export function listOf(what: "asked" | "refused", lines: readonly string[]): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`<ul class="policy-lines" data-asked=${what === "asked" ? "" : nothing}>${lines.map((line) => html`<li><code>${line}</code></li>`)}</ul>`;
}
