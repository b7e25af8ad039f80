import { html, nothing, type TemplateResult } from "lit";
import type { ChosenPoint, ChosenPolicy, Outcome, Recipe, Writing } from "../../engine/wire/protocol";
import { foundCells, releaseCells } from "../../state/cells";
import { chosenPoint, chosenPolicy, withReason } from "../../state/chosen";
import { withWriting, writingOf } from "../../state/recipe";
import type { Result } from "../../state/result";
import { riskOf } from "../../state/settings";
import { settingsBefore, takeBest } from "../../state/taking";
import type { Workbench } from "../../state/workbench";
import { MEASURES } from "../../text/en";
import { exactness, riskWords } from "../../text/frontier";
import { count, loss, records, smallPercent } from "../../ui/format";
import { cellsWords } from "../cells";
import { choiceWords, levelsWords, SUPPRESSED, thenWords } from "./words";

/** What is released, in one line, and the controls that change each part of it. */
export function pipeline(workbench: Workbench, result: Result): TemplateResult {
  const { recipe } = workbench.study;
  const { names } = workbench;
  const { outcome } = result.found;
  if (recipe === null) return html`${nothing}`;
  const { removed } = writingOf(recipe);
  return html`<section class="pipeline" aria-labelledby=${names.titled("pipeline-title")}>
    <h2 id=${names.id("pipeline-title")}>What is released</h2>
    <p class="headline" role="status">
      Released: <b>${levelsWords(result, recipe)}</b> · then: <b>${thenWords(outcome.suppressedRecords, removed)}</b>
    </p>
    <div class="row">
      ${
        chosenPolicy(recipe) !== null || settingsBefore(workbench) !== null
          ? html`<button type="button" @click=${() => takeBest(workbench)}>Release the best policy</button>`
          : nothing
      }
      <button type="button" class="link" @click=${() => workbench.goTo("policy")}>Choose a policy under Policy</button>
      <button type="button" class="link" @click=${() => workbench.goTo("frontier")}>Choose a point of the frontier</button>
      ${offerCells(workbench)}
    </div>
    ${choice(workbench, result)}
    ${suppressedRecords(workbench, outcome)}
  </section>`;
}

/** Suppressed cells instead of a policy: those that were found, or the way to find them. */
export function offerCells(workbench: Workbench): TemplateResult {
  const found = foundCells(workbench);
  return found === null
    ? html`<button type="button" class="link" @click=${() => workbench.goTo("uniques")}>Suppress single cells under Uniques</button>`
    : html`<button type="button" ?disabled=${workbench.study.activity !== null} @click=${() => releaseCells(workbench)}>
        Release with ${cellsWords(found.report.suppressed_cells)} suppressed
      </button>`;
}

/** The treatment of the suppressed records. */
function suppressedRecords(
  workbench: Workbench,
  { suppressedRecords: suppressed, records: all }: Outcome,
): TemplateResult {
  const { removed } = writingOf(workbench.study.recipe);
  const chosen = (event: Event) =>
    rewrite(workbench, SUPPRESSED.undo, { removed: (event.target as HTMLSelectElement).value === "remove" });
  return html`<div class="row fields">
    <label class="field">
      <span>${SUPPRESSED.label}</span>
      <select .value=${removed ? "remove" : "star"} @change=${chosen}>
        <option value="star" ?selected=${!removed}>${SUPPRESSED.starred}</option>
        <option value="remove" ?selected=${removed}>${SUPPRESSED.removed}</option>
      </select>
      <small>${choiceWords(suppressed, all, removed)}</small>
    </label>
  </div>`;
}

/** Changes how the release is written. */
export function rewrite(workbench: Workbench, what: string, changed: Partial<Writing>): void {
  const { recipe } = workbench.study;
  if (recipe !== null) workbench.change(what, withWriting(recipe, { ...writingOf(recipe), ...changed }));
}

/** The choice, its description, and its reason. */
function choice(workbench: Workbench, result: Result): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  if (recipe === null) return nothing;
  const point = chosenPoint(recipe);
  const policy = chosenPolicy(recipe);
  const chosen = point ?? policy;
  if (chosen === null) return nothing;
  const give = (event: Event) =>
    workbench.change("why it was chosen", withReason(recipe, (event.target as HTMLTextAreaElement).value.trim()));
  return html`<ul class="facts-list">
      ${point === null ? nothing : aboutPoint(recipe, point, result.found.outcome)}
      ${policy === null ? nothing : aboutPolicy(policy, result.found.outcome, MEASURES[recipe.loss.measure].name)}
    </ul>
    <label class="field">
      <span>Why this one</span>
      <textarea rows="2" maxlength="500" .value=${chosen.why ?? ""} @change=${give}></textarea>
      <small>Recipe and report carry it.</small>
    </label>`;
}

function aboutPoint(recipe: Recipe, point: ChosenPoint, outcome: Outcome): TemplateResult {
  const { risk, loss: lost, population, reference, exact = false } = point;
  if (point.space === "full-domain")
    return html`<li>${riskWords(riskOf(recipe))} of a record <b>${smallPercent(risk)}</b>, under k = ${count(recipe.privacy.k)}</li>
      <li>loss <b>${loss(lost)}</b> (${MEASURES[recipe.loss.measure].name})</li>
      <li>${exactness(exact)}.</li>`;
  const alone = outcome.risk.after.uniqueRecords;
  return html`<li>
      risk <b>${smallPercent(risk)}</b> of what the original gives away, ${
        population === undefined
          ? "among the records of the table: no population was used"
          : html`against the ${count(population.people)} people of ${population.file}; a journalist's highest is
            ${smallPercent(population.journalist)}`
      }
    </li>
    <li>loss <b>${loss(lost)}</b> nats (KL divergence)</li>
    ${reference === undefined ? nothing : html`<li>${beside(risk, lost, reference)}</li>`}
    <li>
      ${exactness(exact)}.
      ${alone === 0 ? nothing : html`It promises no k-anonymity: ${records(alone)} ${alone === 1 ? "is" : "are"} alone with their values`}
    </li>`;
}

function beside(risk: number, lost: number, other: NonNullable<ChosenPoint["reference"]>): TemplateResult {
  const name = other.name === "safe-harbor" ? "Safe Harbor" : other.name;
  const isBetter = risk <= other.risk && lost <= other.loss && (risk < other.risk || lost < other.loss);
  const breaks = other.against_rule ?? [];
  const compared =
    breaks.length > 0
      ? `; this one does not keep its rule in ${breaks.join(", ")}`
      : isBetter
        ? ": this one is no worse in both, and better in one"
        : "";
  return html`${name} has risk ${smallPercent(other.risk)} and loss ${loss(other.loss)}${compared}`;
}

function aboutPolicy({ best }: ChosenPolicy, outcome: Outcome, measure: string): TemplateResult {
  const more = best === undefined ? null : outcome.loss - best.loss;
  return html`<li>
    chosen by a person: it loses <b>${loss(outcome.loss)}</b> (${measure})${
      best === undefined || more === null
        ? nothing
        : html`; the ${best.proven ? "proven best policy" : "best policy found"} loses ${loss(best.loss)}, that is ${loss(more)} less`
    }
  </li>`;
}
