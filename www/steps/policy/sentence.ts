import { html, nothing, type TemplateResult } from "lit";
import type { LossMeasure, Recipe, Risk } from "../../engine/wire/protocol";
import { leastOf, withK } from "../../state/conditions";
import { otherK } from "../../state/searching";
import type { Source } from "../../state/source";
import type { Workbench } from "../../state/workbench";
import { MEASURES } from "../../text/en";
import { count, percent, smallPercent } from "../../ui/format";
import { conditions } from "./conditions";

/** The original table. */
interface Before {
  /** How many of its records may be suppressed, in words. */
  readonly share: string;
  readonly before: Risk | null;
}

/** Common least class sizes. */
const PRACTICE = [
  { k: 3, used: "among few who are bound by contract" },
  { k: 5, used: "under an agreement" },
  { k: 11, used: "for the public: least cells of many agencies of the United States" },
  {
    k: 12,
    used: "for the public: 0.09 to the letter, as the European Medicines Agency asks for clinical reports (Policy 0070)",
  },
  { k: 20, used: "for the public: 0.05; the Canadian Institute for Health Information has 0.04 to 0.05" },
] as const;

type Change = (name: string, recipe: Recipe) => void;

const LARGEST_PERCENT = 100;

/** The settings as one sentence with three inputs. An invalid input is reset, with a message. */
export function sentence(
  workbench: Workbench,
  recipe: Recipe,
  source: Source,
  change: Change,
  tell: (sentence: string) => void,
  before: Risk | null,
  costs: TemplateResult,
): TemplateResult {
  const { privacy, loss } = recipe;
  // With a column of counts, the number of records is known once the table was read with it.
  const records = before?.records ?? (recipe.count_column ? null : source.profile.records);
  const percent = Number((privacy.suppression_limit * LARGEST_PERCENT).toPrecision(10));
  const setK = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const k = input.valueAsNumber;
    if (Number.isInteger(k) && k >= 1) return change("k", withK(recipe, k));
    input.value = String(privacy.k);
    tell(`k is a whole number from 1 on: so many records share their values. It stays ${privacy.k}.`);
  };
  const setLimit = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const given = input.valueAsNumber;
    if (given >= 0 && given <= LARGEST_PERCENT) {
      const limit = Number((given / LARGEST_PERCENT).toPrecision(12));
      return change("suppression limit", { ...recipe, privacy: { ...privacy, suppression_limit: limit } });
    }
    input.value = String(percent);
    tell(`The suppression limit lies between 0 and 100 percent of the records. It stays ${percent} %.`);
  };
  const setMeasure = (event: Event) => {
    const measure = (event.target as HTMLSelectElement).value as LossMeasure;
    change("loss measure", { ...recipe, loss: { ...loss, measure } });
  };
  const share =
    records === null
      ? `${percent} % of the records`
      : `${count(Math.floor(privacy.suppression_limit * records))} of ${count(records)} records`;
  return html`<p class="sentence">
      Every record must share its values with at least
      <label><span class="unseen">k, records in the smallest class</span>
        <input type="number" class="short" min="1" max=${records ?? nothing} step="1" .value=${String(privacy.k)} @change=${setK} /></label>
      records, counting itself; up to
      <label><span class="unseen">suppression limit, percent of records</span>
        <input type="number" class="short" min="0" max="100" step="any" .value=${String(percent)} @change=${setLimit} /></label>
      % of records may be suppressed; keep
      <label><span class="unseen">what to keep: the loss measure</span>
        <select .value=${loss.measure} @change=${setMeasure}>
          ${Object.entries(MEASURES).map(
            ([key, measure]) =>
              html`<option value=${key} ?selected=${key === loss.measure}>${measure.words} (${measure.name})</option>`,
          )}
        </select></label>
    </p>
    ${running(workbench)}
    <p class="caption">
      The limit is ${share}.
      ${MEASURES[loss.measure].name}: ${MEASURES[loss.measure].formula}.
    </p>
    ${conditions(workbench, recipe, source, change, tell)} ${costs} ${guidance(recipe, change, tell, { share, before })}`;
}

/** Which k the search that runs is for, if another one is asked for by now. */
function running(workbench: Workbench): TemplateResult | typeof nothing {
  const k = otherK(workbench.study);
  if (k === null) return nothing;
  return html`<p class="care" role="status">The search that runs is for k = ${count(k)}. Cancel it to search with these settings.</p>`;
}

/** k given by the greatest risk that it may leave. */
function byRisk(recipe: Recipe, change: Change, tell: (sentence: string) => void): TemplateResult {
  const { k } = recipe.privacy;
  const set = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const risk = Number((input.valueAsNumber / LARGEST_PERCENT).toPrecision(12));
    if (risk > 0 && risk <= 1) {
      const least = leastOf({ risk });
      tell(
        `A risk of at most ${smallPercent(risk)} takes k = ${count(least)}: 1 ÷ ${count(least)} is ${smallPercent(1 / least)}.`,
      );
      return change("k", withK(recipe, least));
    }
    input.value = "";
    tell("A risk is above 0 and at most 100 percent.");
  };
  return html`<p>
    Or say the risk that may be left:
    <label><span class="unseen">greatest risk of a record, percent</span>
      <input type="number" class="short" min="0" max="100" step="any" .value=${String(Number((LARGEST_PERCENT / k).toPrecision(4)))} @change=${set} /></label>
    %; the smallest k that leaves no more is taken.
  </p>`;
}

/** The meaning of the three inputs for this table, and values in common use. */
function guidance(
  recipe: Recipe,
  change: Change,
  tell: (sentence: string) => void,
  { share, before }: Before,
): TemplateResult {
  const { k } = recipe.privacy;
  const now =
    before === null
      ? ""
      : ` In the table as it is ${before.recordsAtRisk === 0 ? "none" : count(before.recordsAtRisk)} of ${count(before.records)} records ${before.recordsAtRisk === 1 ? "is" : "are"} in a class of fewer than ${count(k)}.`;
  return html`<details class="guidance">
    <summary>What k and the limit mean here, and what others use</summary>
    <p>
      <b>k = ${count(k)}</b>: who knows a person's quasi-identifiers, and that the person is in the table, picks the right
      record with a chance of at most 1 in ${count(k)}, ${percent(1 / k)}.${now}
    </p>
    ${byRisk(recipe, change, tell)}
    <p>
      <b>Limit</b>: up to ${share} may go without their quasi-identifiers so that the others keep more
      detail. Whoever is rare is suppressed first: a high limit takes just these persons from what is learned of the table.
    </p>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col" class="number">k</th>
          <th scope="col" class="number">risk</th>
          <th scope="col">used</th>
        </tr>
      </thead>
      <tbody>
        ${PRACTICE.map(
          ({ k: usual, used }) =>
            html`<tr><td class="number">${usual}</td><td class="number">${percent(1 / usual)}</td><td>${used}</td></tr>`,
        )}
      </tbody>
    </table>
    <p class="caption">
      A risk of 0.09 is often read as k = 11. To the letter it is 12: 1 ÷ 11 is 0.0909, which is above 0.09. Ask which is
      meant.
    </p>
  </details>`;
}
