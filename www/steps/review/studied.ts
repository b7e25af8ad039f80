import { html, nothing, type TemplateResult } from "lit";
import { auditStudied, canAudit } from "../../state/auditing";
import type { Workbench } from "../../state/workbench";
import { audited } from "./findings";
import { verdictButton } from "./verdict";

/** A report that is not about a release, and the results for its claims. */
export function studied(workbench: Workbench): TemplateResult | typeof nothing {
  const { review: desk, names } = workbench;
  const { studied: last, filing, activity } = desk.study;
  const kind = filing?.dossier.studied ?? null;
  if (kind === null) return nothing;
  const settled = last !== null && last.filing === filing ? last.audited : null;
  return html`<p>
      ${kind === "sweep" ? "A sweep names the best policy of each setting." : "A frontier names policies of which none is better than another in both risk and loss."}
      None of them is a release: each is evaluated anew from the original.
    </p>
    <div class="row">
      <button type="button" class="primary" ?disabled=${!canAudit(desk.study) || activity !== null} @click=${() => auditStudied(desk)}>
        Check the report
      </button>
      ${canAudit(desk.study) ? nothing : html`<small>Add its recipe and the original.</small>`}
    </div>
    ${
      settled === null
        ? nothing
        : html`${verdictButton(workbench, { found: null, audited: settled })} ${audited(names, settled, false)}`
    }`;
}
