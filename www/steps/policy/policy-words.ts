import { html, nothing, type TemplateResult } from "lit";
import type { PolicyLevel } from "../../engine/wire/protocol";
import { cell, loss, plural } from "../../ui/format";

function inWords({ level, name, example, groups, height }: PolicyLevel): TemplateResult {
  if (level === 0) return html`${name}`;
  if (groups === 1) return html`nothing said (every value becomes <code>${cell(example.to)}</code>)`;
  return html`<b>${name}</b>: ${plural(groups, "group")}, for example <code>${cell(example.from)}</code> → <code>${cell(example.to)}</code>
    <span class="caption">(level ${level} of ${height - 1})</span>`;
}

/** A policy in words, column by column. */
export function policyInWords(policy: readonly PolicyLevel[], lossByColumn: readonly number[] | null): TemplateResult {
  return html`<dl class="policy">
    ${policy.map(
      (level, index) => html`<dt>${level.column}</dt>
        <dd>
          ${inWords(level)}
          ${lossByColumn === null ? nothing : html`<span class="caption">loss ${loss(lossByColumn[index] ?? 0)}</span>`}
        </dd>`,
    )}
  </dl>`;
}
