import { html, nothing, type TemplateResult } from "lit";
import type { Boxes, LossMeasure, Outcome, Progress } from "../../engine/wire/protocol";
import { canAsk, choose } from "../../state/choosing";
import { currentResult, type Result, recipeToWrite } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { BLIND_TO_SUPPRESSION, MEASURES } from "../../text/en";
import { bigCount, count, loss, percent, plural, records, seconds } from "../../ui/format";
import { lossInWords } from "../../ui/losses";
import { copyAsExhibit } from "../exhibit";
import { counters } from "./counters";
import { levelSliders } from "./level-sliders";
import { neighbourTable } from "./neighbours";
import { policyInWords } from "./policy-words";

/** What happened to the policies of the lattice, in total. */
function ruledOut({ boxes, latticeSize, policiesChecked }: Progress): string {
  if (boxes !== null) {
    return `they were closed in ${plural(boxes.lookedAt, "box", "boxes")}, each by a bound that holds for all its policies, and single ones were evaluated ${plural(boxes.evaluated, "time")}`;
  }
  return BigInt(policiesChecked) >= BigInt(latticeSize)
    ? "every one of them was checked"
    : `${count(policiesChecked)} of them were checked one by one; each of the others was ruled out by a bound`;
}

/** The work of the search, in the units that it counts, as the beginning of a sentence. */
function goneThrough({ boxes, policiesChecked }: Progress): string {
  if (boxes !== null)
    return `${plural(boxes.lookedAt, "box", "boxes")} of policies ${boxes.lookedAt === 1 ? "was" : "were"} looked at`;
  return `${plural(policiesChecked, "policy", "policies")} ${policiesChecked === 1 ? "was" : "were"} checked`;
}

/** Why no better policy exists, or how far the proof has come. */
function proof(outcome: Outcome, progress: Progress, heuristic: boolean): TemplateResult {
  const { boxes } = progress;
  const size = bigCount(outcome.latticeSize);
  const time = seconds(outcome.seconds * 1000);
  if (outcome.latticeSize === "1") {
    return html`<p>The settings allow this policy alone: it was chosen, no search was made, and nothing is proven of others.</p>`;
  }
  if (outcome.optimal) {
    return html`<p>
      ${outcome.chosen ? "You chose it yourself, and nothing" : "Nothing"} better exists.
      There are ${size} policies, and ${ruledOut(progress)}: any other either suppresses more than ${records(outcome.suppressionLimitRecords)}, or loses at least
      ${loss(outcome.bound)}. Found and proven in ${time}.
    </p>`;
  }
  if (outcome.chosen) {
    return html`<p>
      You chose this policy in place of the best one${outcome.bestLoss === null ? "" : `, which loses ${loss(outcome.bestLoss)}`}.
      It is not the best; what is proven is that no policy loses less than ${loss(outcome.bound)}.
    </p>`;
  }
  const gap = outcome.loss > 0 ? (outcome.loss - outcome.bound) / outcome.loss : 0;
  const saved = html`at most ${percent(gap)} of its loss could still be saved`;
  if (heuristic) {
    return html`<p>
      This search is a heuristic: no policy is proven best. None of the ${size} policies can lose less than
      ${loss(outcome.bound)}, so ${saved}. ${goneThrough(progress)} in ${time}.
    </p>`;
  }
  return html`<p>
    This is the best policy so far. It is proven that none of the ${size} policies loses less than ${loss(outcome.bound)},
    so ${saved}. ${goneThrough(progress)} in ${time}${boxes === null ? "" : `, and ${percent(boxes.closed)} of all are closed`}.
  </p>`;
}

/** The note for suppressed records that the loss does not reflect. */
function uncounted(outcome: Outcome, measure: LossMeasure | undefined): TemplateResult | typeof nothing {
  const { suppressedRecords, records: all } = outcome;
  const isBlind = measure !== undefined && BLIND_TO_SUPPRESSION.has(measure);
  if (suppressedRecords === 0 || (!isBlind && suppressedRecords < all)) return nothing;
  const which =
    suppressedRecords === all ? "Every record is suppressed" : `${records(suppressedRecords)} are suppressed`;
  const left = suppressedRecords === all ? ": the release shows no value of a quasi-identifier" : "";
  const why =
    isBlind && measure !== undefined
      ? ` The loss does not count that: ${MEASURES[measure].name} is the same with and without suppression.`
      : "";
  return html`<p><b>${which}${left}.</b>${why}</p>`;
}

/** The note if the exact search could not use boxes. */
function inPlaceOfBoxes(outcome: Outcome, boxes: Boxes | null): TemplateResult | typeof nothing {
  if (outcome.algorithm !== "exact" || boxes !== null) return nothing;
  return html`<p>
    A column has more than 32 levels, a record takes more room than the exact search has for it, or there are more
    records than it counts under this measure, so policies were checked best-first. What is proven is just as true; it
    takes longer.
  </p>`;
}

function figures(outcome: Outcome, { boxes, policiesChecked }: Progress): TemplateResult {
  const size = bigCount(outcome.latticeSize);
  return html`<dl class="figures">
    <div><dt>loss</dt><dd>${loss(outcome.loss)}</dd></div>
    ${outcome.latticeSize === "1" ? nothing : html`<div><dt>proven bound</dt><dd>${loss(outcome.bound)}</dd></div>`}
    <div>
      <dt>suppressed records</dt>
      <dd>${count(outcome.suppressedRecords)} <small>of at most ${count(outcome.suppressionLimitRecords)}</small></dd>
    </div>
    <div><dt>classes</dt><dd>${count(outcome.classes)}</dd></div>
    ${
      boxes === null
        ? html`<div><dt>policies checked</dt><dd>${count(policiesChecked)} <small>of ${size}</small></dd></div>`
        : html`<div><dt>boxes looked at</dt><dd>${count(boxes.lookedAt)} <small>for ${size} policies; differs with workers</small></dd></div>`
    }
  </dl>`;
}

/** The conditions beside k, and the figures that the release reaches. */
function held({ conditions }: Outcome): TemplateResult | typeof nothing {
  if (conditions.length === 0) return nothing;
  return html`<ul class="caption">${conditions.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`;
}

function heading(outcome: Outcome, heuristic: boolean): string {
  if (outcome.chosen || outcome.latticeSize === "1") return "The chosen policy";
  if (outcome.optimal) return "The best policy";
  return heuristic ? "The policy found" : "The best policy so far";
}

/** The loss in plain words. */
function howBad(workbench: Workbench, { loss: lost, records: all }: Outcome): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  if (recipe === null) return nothing;
  return html`<p class="caption">${lossInWords({ ...recipe.loss, loss: lost, records: all })}</p>`;
}

/** How much the policy leaves of the columns. It stands first: a proven best policy may leave nothing of use. */
function whatIsLeft({ left, saysNothing }: Outcome): TemplateResult {
  return html`<p class=${saysNothing.length > 0 ? "left hint care" : "left"}>${left}</p>`;
}

/** The result of a search: the policy in words, its figures, the proof, and the cost of its neighbours. */
export function answer(workbench: Workbench, result: Result): TemplateResult {
  const { outcome, neighbours, progress } = result.found;
  const heuristic = progress.status === "done" && !outcome.optimal;
  return html`<section aria-labelledby=${workbench.names.titled("answer-title")}>
    <h2 id=${workbench.names.id("answer-title")}>${heading(outcome, heuristic)}</h2>
    ${whatIsLeft(outcome)}
    ${
      outcome.chosen
        ? html`<p><button type="button" @click=${() => choose(workbench, null)}>Take the best policy again</button></p>`
        : nothing
    }
    ${figures(outcome, progress)} ${held(outcome)} ${howBad(workbench, outcome)} ${uncounted(outcome, workbench.study.recipe?.loss.measure)} ${policyInWords(outcome.policy, outcome.lossByQi, { outcome, neighbours })} ${proof(outcome, progress, heuristic)}
    ${inPlaceOfBoxes(outcome, progress.boxes)}
    ${levelSliders(
      workbench,
      outcome.policy.map((level) => level.column),
      outcome.policy.map((level) => level.level),
      outcome.policy.map((level) => [level.column, level.name]),
    )}
    ${neighbourTable(workbench, neighbours, outcome, currentResult(workbench.study) !== result)}
    <kanon-trace .points=${result.trail}></kanon-trace>
    ${counters(outcome.algorithm, progress)}
    ${asExhibit(workbench, result)}
  </section>`;
}

/** The policy for another page, as long as the engine holds its search. */
function asExhibit(workbench: Workbench, result: Result): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  if (recipe === null || !canAsk(workbench, result)) return nothing;
  return copyAsExhibit({
    title: "the policy",
    file: "policy",
    hasValues: true,
    make: (withValues) =>
      workbench.engine.quick((face) => face.policyExhibit(recipeToWrite(result, recipe), withValues)),
  });
}
