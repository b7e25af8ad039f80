import { html, nothing, type TemplateResult } from "lit";
import type { ColumnProfile, Profile } from "../engine/wire/protocol";
import { addMissing, setMissing } from "../state/opening";
import { roleOf } from "../state/recipe";
import type { Workbench } from "../state/workbench";
import { cell, count, plural } from "../ui/format";

/** Values of a column that probably mean a missing one, each with its reason; one press accepts it. */
export function missingOffers(workbench: Workbench, column: ColumnProfile): TemplateResult[] {
  const { name, missingProposals } = column;
  const own = workbench.study.recipe?.columns[name]?.missing ?? [];
  return missingProposals.map(
    ({ code, reason }) => html`<p class="caption">
      ${reason}:
      <button
        type="button"
        class="link"
        aria-label="it means missing: ${cell(code)} of ${name}"
        @click=${() => setMissing(workbench, name, [...own, code])}
      >
        it means missing
      </button>
    </p>`,
  );
}

const SHOWN = 20;

/**
 * The usual signs for a missing value in the columns whose role lets them be named together: one press for all.
 * A column that is sensitive, or has no role yet, is asked for by itself.
 */
export function missingOfMany(workbench: Workbench, profile: Profile): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  const found = profile.columns.flatMap(({ name, missingProposals, suggestion }) => {
    const role = (recipe === null ? null : roleOf(recipe, name)) ?? suggestion.role;
    const codes = missingProposals.filter(({ isSign }) => isSign).map(({ code }) => code);
    return role === null || role === "sensitive" || codes.length === 0 ? [] : [{ name, codes }];
  });
  if (found.length < 2) return nothing;
  const each = ({ name, codes }: (typeof found)[number]) =>
    html`<li>${name}: ${codes.map((code, place) => html`${place === 0 ? nothing : ", "}<code>${cell(code)}</code>`)}</li>`;
  return html`<details class="told" open>
    <summary>${plural(found.length, "column")} have usual signs for a missing value, which count as values</summary>
    <ul class="columns-list">
      ${found.slice(0, SHOWN).map(each)}
      ${found.length > SHOWN ? html`<li>and ${count(found.length - SHOWN)} more</li>` : nothing}
    </ul>
    <button
      type="button"
      @click=${() => addMissing(workbench, Object.fromEntries(found.map(({ name, codes }) => [name, codes])))}
    >
      All of them mean missing
    </button>
  </details>`;
}
