import { html, nothing, type TemplateResult } from "lit";
import type { Neighbour, Outcome, PolicyLevel } from "../../engine/wire/protocol";
import { cell, count, loss, percent, plural, records } from "../../ui/format";

function inWords({ level, name, example, groups, height }: PolicyLevel): TemplateResult {
  if (level === 0) return html`${name}`;
  if (groups === 1) return html`nothing said (every value becomes <code>${cell(example.to)}</code>)`;
  // A level without a name is named by its number and its groups, which are shown here anyway.
  const isNamed = !name.startsWith(`level ${level}:`);
  return html`${isNamed ? html`<b>${name}</b>: ` : nothing}${plural(groups, "group")}, for example <code>${cell(example.from)}</code> → <code>${cell(example.to)}</code>
    <span class="caption">(level ${level} of ${height - 1})</span>`;
}

/** The groups that the kept records are in, where these are not all of the level. At the lowest they are its values. */
function left({ level, groups }: PolicyLevel, kept: number | undefined): TemplateResult | typeof nothing {
  if (kept === undefined || kept >= groups) return nothing;
  return html`<span class="caption">${count(kept)} of ${plural(groups, level === 0 ? "value" : "group")} left</span>`;
}

/** Why a column is generalized completely, and the cheapest way to keep more of it. */
function whyLeftOut(
  { column, minLevel, level }: PolicyLevel,
  { suppressionLimitRecords: limit, records: all, loss: lost }: Outcome,
  neighbours: readonly Neighbour[],
): string {
  if (level === minLevel) return `Its lowest level is set to ${level} in the settings: lower that to have it say more.`;
  const finer = neighbours.find(({ columns, step }) => step === -1 && columns.includes(column));
  if (finer === undefined) return "";
  const words = finer.words[finer.columns.indexOf(column)] ?? "";
  const linked =
    finer.columns.length > 1
      ? ` (with ${finer.columns.filter((name) => name !== column).join(", ")}, which it is linked with)`
      : "";
  const { suppressedRecords: suppressed } = finer;
  if (!finer.valid) {
    const needed = Math.ceil((suppressed / Math.max(1, all)) * 1000) / 10;
    return `One step finer, ${words}${linked}, ${records(suppressed)} would be suppressed, and ${count(limit)} may be: the other columns as they are, it takes a limit of ${needed} %.`;
  }
  const change = finer.loss - lost;
  return `One step finer, ${words}${linked}, is within the limit and suppresses ${count(suppressed)} (${percent(suppressed / Math.max(1, all))}): the loss would be ${loss(finer.loss)}, ${change > 0 ? "more" : "no less"} than it is.`;
}

/** Additions to the policy in a search result: why columns are generalized completely. */
export interface Explained {
  readonly outcome: Outcome;
  readonly neighbours: readonly Neighbour[];
}

/** A policy in words, column by column. */
export function policyInWords(
  policy: readonly PolicyLevel[],
  lossByColumn: readonly number[] | null,
  explained: Explained | null = null,
): TemplateResult {
  return html`<dl class="policy">
    ${policy.map((level, index) => {
      const isLeftOut = explained !== null && level.level > 0 && level.groups === 1;
      const why = isLeftOut ? whyLeftOut(level, explained.outcome, explained.neighbours) : "";
      return html`<dt>${level.column}</dt>
        <dd>
          ${inWords(level)} ${left(level, explained?.outcome.groupsByQi[index])}
          ${lossByColumn === null ? nothing : html`<span class="caption">loss ${loss(lossByColumn[index] ?? 0)}</span>`}
          ${why === "" ? nothing : html`<br /><small>${why}</small>`}
        </dd>`;
    })}
  </dl>`;
}
