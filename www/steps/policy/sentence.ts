import { html, type TemplateResult } from "lit";
import type { LossMeasure, Recipe } from "../../engine/wire/protocol";
import { MEASURES } from "../../text/en";
import { count } from "../../ui/format";

type Change = (name: string, recipe: Recipe) => void;

const LARGEST_PERCENT = 100;

/**
 * The request as one sentence with its three inputs in it. What none of them can mean goes back to what it was, and is
 * told.
 */
export function sentence(
  recipe: Recipe,
  records: number,
  change: Change,
  tell: (sentence: string) => void,
): TemplateResult {
  const { privacy, loss } = recipe;
  const percent = Number((privacy.suppression_limit * LARGEST_PERCENT).toPrecision(10));
  const setK = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const k = input.valueAsNumber;
    if (Number.isInteger(k) && k >= 1) return change("k", { ...recipe, privacy: { ...privacy, k } });
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
  const limit = Math.floor(privacy.suppression_limit * records);
  return html`<p class="sentence">
      Every record must share its values with at least
      <label><span class="unseen">k, records in the smallest class</span>
        <input type="number" class="short" min="1" max=${records} step="1" .value=${String(privacy.k)} @change=${setK} /></label>
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
    <p class="caption">
      The limit is ${count(limit)} of ${count(records)} records.
      ${MEASURES[loss.measure].name}: ${MEASURES[loss.measure].formula}.
    </p>`;
}
