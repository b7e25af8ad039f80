import { html, nothing, type TemplateResult } from "lit";
import type { Outcome, PolicyLevel } from "../../engine/protocol";
import type { Result } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { bigCount, cell, count, loss, percent, plural, records, seconds } from "../../ui/format";
import { levelSliders } from "./level-sliders";
import { neighbourTable } from "./neighbours";

function inWords(level: PolicyLevel): TemplateResult {
  const { example, groups, height } = level;
  if (level.level === 0) return html`as given`;
  if (groups === 1) return html`left out (every value becomes <code>${cell(example.to)}</code>)`;
  return html`${plural(groups, "group")}, for example <code>${cell(example.from)}</code> → <code>${cell(example.to)}</code>
    <span class="caption">(level ${level.level} of ${height - 1})</span>`;
}

function policyInWords(outcome: Outcome): TemplateResult {
  return html`<dl class="policy">
    ${outcome.policy.map(
      (level, index) => html`<dt>${level.column}</dt>
        <dd>
          ${inWords(level)}
          ${outcome.lossByQi === null ? nothing : html`<span class="caption">loss ${loss(outcome.lossByQi[index] ?? 0)}</span>`}
        </dd>`,
    )}
  </dl>`;
}

/** Why no better policy exists, or how far the proof has come. */
function proof(outcome: Outcome): TemplateResult {
  const size = bigCount(outcome.latticeSize);
  const checked = count(outcome.policiesChecked);
  const time = seconds(outcome.seconds * 1000);
  if (outcome.optimal) {
    return html`<p>
      Nothing better exists. There are ${size} policies, and ${
        String(outcome.policiesChecked) === outcome.latticeSize
          ? "every one of them was checked"
          : `${checked} of them were checked one by one; each of the others was ruled out by a bound`
      }: it either drops more than ${records(outcome.suppressionLimitRecords)}, or loses at least
      ${loss(outcome.bound)}. Found and proven in ${time}.
    </p>`;
  }
  const gap = outcome.loss > 0 ? (outcome.loss - outcome.bound) / outcome.loss : 0;
  return html`<p>
    This is the best policy so far. It is proven that none of the ${size} policies loses less than ${loss(outcome.bound)},
    so at most ${percent(gap)} of its loss could still be saved. ${checked} policies were checked in ${time}.
  </p>`;
}

function figures(outcome: Outcome): TemplateResult {
  return html`<dl class="figures">
    <div><dt>loss</dt><dd>${loss(outcome.loss)}</dd></div>
    <div><dt>proven bound</dt><dd>${loss(outcome.bound)}</dd></div>
    <div>
      <dt>suppressed records</dt>
      <dd>${count(outcome.suppressedRecords)} <small>of at most ${count(outcome.suppressionLimitRecords)}</small></dd>
    </div>
    <div><dt>classes</dt><dd>${count(outcome.classes)}</dd></div>
    <div><dt>policies checked</dt><dd>${count(outcome.policiesChecked)} <small>of ${bigCount(outcome.latticeSize)}</small></dd></div>
  </dl>`;
}

/** The answer of a search: the policy in words, its figures, the proof, and what its neighbours would cost. */
export function answer(workbench: Workbench, result: Result): TemplateResult {
  const { outcome, neighbours } = result.found;
  return html`<section aria-labelledby="answer-title">
    <h2 id="answer-title">${outcome.optimal ? "The best policy" : "The best policy so far"}</h2>
    ${figures(outcome)} ${policyInWords(outcome)} ${proof(outcome)}
    ${levelSliders(
      workbench,
      outcome.policy.map((level) => level.column),
      outcome.policy.map((level) => level.level),
    )}
    ${neighbourTable(neighbours, outcome)}
    <kanon-trace .points=${workbench.study.trail}></kanon-trace>
  </section>`;
}
