import { html, type TemplateResult } from "lit";
import type { LossMeasure, Recipe } from "../../engine/wire/protocol";
import { MEASURES } from "../../text/en";
import { count } from "../../ui/format";

type Change = (name: string, recipe: Recipe) => void;

const LARGEST_PERCENT = 100;

/** The request as one sentence with its three inputs in it. */
export function sentence(recipe: Recipe, records: number, change: Change): TemplateResult {
  const { privacy, loss } = recipe;
  const setK = (event: Event) => {
    const k = (event.target as HTMLInputElement).valueAsNumber;
    if (Number.isInteger(k) && k >= 1) change("k", { ...recipe, privacy: { ...privacy, k } });
  };
  const setLimit = (event: Event) => {
    const percent = (event.target as HTMLInputElement).valueAsNumber;
    if (percent >= 0 && percent <= LARGEST_PERCENT) {
      const limit = Number((percent / LARGEST_PERCENT).toPrecision(12));
      change("suppression limit", { ...recipe, privacy: { ...privacy, suppression_limit: limit } });
    }
  };
  const setMeasure = (event: Event) => {
    const measure = (event.target as HTMLSelectElement).value as LossMeasure;
    change("loss measure", { ...recipe, loss: { ...loss, measure } });
  };
  const percent = Number((privacy.suppression_limit * LARGEST_PERCENT).toPrecision(10));
  const limit = Math.floor(privacy.suppression_limit * records);
  return html`<p class="sentence">
      Every record must share its values with at least
      <label><span class="unseen">k, records in the smallest class</span>
        <input type="number" class="short" min="1" max=${records} step="1" .value=${String(privacy.k)} @change=${setK} /></label>
      records, counting itself; up to
      <label><span class="unseen">suppression limit, percent of records</span>
        <input type="number" class="short" min="0" max="100" step="any" .value=${String(percent)} @change=${setLimit} /></label>
      % of records may be dropped; keep
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
