import { html, nothing, type TemplateResult } from "lit";
import type { SweepPoint } from "../../engine/wire/protocol";
import { conditionsOf } from "../../state/conditions";
import { isStale, lastAnswer } from "../../state/job";
import { type Costs, findCosts, pointCandidate } from "../../state/sweeping";
import { count, loss, records } from "../../ui/format";
import { candidateButtons } from "../candidate-buttons";
import { staleJob } from "../stale";
import { View } from "../view";

/** The cost of each condition: the best policy without it, compared with the best one under all of them. */
export class ConditionCosts extends View {
  protected override render(): TemplateResult | typeof nothing {
    const { study } = this.workbench;
    const { recipe } = study;
    if (recipe === null || conditionsOf(recipe).length === 0) return nothing;
    const costs = lastAnswer(study, "costs");
    return html`<div class="row">
        <button type="button" ?disabled=${study.activity !== null} @click=${() => findCosts(this.workbench)}>
          Find what each condition costs
        </button>
      </div>
      ${costs === null ? nothing : this.costs(costs)}`;
  }

  private costs({ swept, points }: Costs): TemplateResult {
    const stale = isStale(this.workbench.study, "costs");
    const buttons = (name: string, point: SweepPoint, at: number) =>
      stale ? nothing : candidateButtons(this.workbench, pointCandidate(name, point, at, swept));
    const under = points[points.length - 1];
    const least = under?.loss ?? null;
    return html`${staleJob(this.workbench.study, "costs")}
      <p class="caption" role="status">
        ${
          least === null
            ? "No policy is valid under all conditions."
            : `Under all conditions the best policy loses ${loss(least)}, and suppresses ${records(under?.suppressedRecords ?? 0)}.`
        }
        k, the limit and the conditions that are not named in a row stay as they are.
      </p>
      <div class="scroller" tabindex="0" role="group" aria-label="What each condition costs">
        <table class="rows tight">
          <thead>
            <tr>
              <th scope="col">without</th>
              <th scope="col" class="number">loss</th>
              <th scope="col" class="number">less by</th>
              <th scope="col" class="number">records suppressed</th>
              <td></td>
            </tr>
          </thead>
          <tbody>
            ${points.slice(0, -1).map((point, at) => line(point, least, (name) => buttons(name, point, at)))}
          </tbody>
        </table>
      </div>`;
  }
}

/** Negative if few classes are kept whose average risk is lower. */
function difference(by: number): string {
  return by < 0 ? `−${loss(-by)}` : loss(by);
}

function line(
  point: SweepPoint,
  under: number | null,
  buttons: (name: string) => TemplateResult | typeof nothing,
): TemplateResult {
  const without = point.leftOut ?? [];
  const isAll = without.length > 1;
  const head = html`<th scope="row" class="words">${isAll ? "all of them" : without}</th>`;
  if (point.loss === null)
    return html`<tr>${head}<td colspan="4">no policy is valid${under === null ? ", either" : ""}</td></tr>`;
  return html`<tr>
    ${head}
    <td class="number">${loss(point.loss)}</td>
    <td class="number">${under === null ? "–" : difference(under - point.loss)}</td>
    <td class="number">${count(point.suppressedRecords ?? 0)}</td>
    <td>${buttons(isAll ? "the policy without conditions" : `the policy without: ${without.join()}`)}</td>
  </tr>`;
}

customElements.define("kanon-condition-costs", ConditionCosts);
