import { html, type TemplateResult } from "lit";
import type { ColumnProfile } from "../engine/wire/protocol";
import { setMissing } from "../state/opening";
import type { Workbench } from "../state/workbench";
import { cell } from "../ui/format";

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
