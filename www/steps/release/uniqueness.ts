import { html, nothing, type TemplateResult } from "lit";
import type { Estimator, Recipe, Uniqueness, UniquenessBeforeAfter } from "../../engine/wire/protocol";
import { withRisk } from "../../state/settings";
import type { Workbench } from "../../state/workbench";
import { count, percent, smallPercent } from "../../ui/format";

const NAMES: { readonly [Name in Estimator]: string } = {
  zayatz: "Zayatz",
  "slide-negative-binomial": "the slide negative binomial model",
  pitman: "Pitman’s model",
};

/** The share of the population that is in the table; not asked if its people are counted. */
export function samplingFraction(workbench: Workbench, recipe: Recipe): TemplateResult | typeof nothing {
  const { sampling_fraction: fraction, weight_column: weights, population } = recipe.risk ?? {};
  if (weights !== undefined || population !== undefined) return nothing;
  const shown = fraction === undefined ? "" : String(Number((fraction * 100).toPrecision(12)));
  const change = (value: number | null) =>
    workbench.change("the share of the population", withRisk(recipe, { sampling_fraction: value }));
  const set = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const share = Number((input.valueAsNumber / 100).toPrecision(12));
    if (input.value === "" && !input.validity.badInput) change(null);
    else if (share > 0 && share < 1) change(share);
    else input.value = shown;
  };
  return html`<label class="field">
    <span>Share of the population in the table, in percent</span>
    <input type="number" class="medium" min="0" max="100" step="any" placeholder="not known" .value=${shown} @change=${set} />
  </label>`;
}

/** The records that are expected to be unique in the population, by every estimate. */
export function ofPopulation(workbench: Workbench, found: UniquenessBeforeAfter): TemplateResult {
  const { samplingFraction: fraction, before, after } = found;
  const line = (name: string, of: (found: Uniqueness) => string) =>
    html`<tr><th scope="row">${name}</th><td class="number before">${of(before)}</td><td class="number after">${of(after)}</td></tr>`;
  const fitted = ({ inTable }: Uniqueness, estimate: number | null) => {
    if (inTable === 0) return "0";
    return estimate === null ? "no fit" : expected(estimate);
  };
  const taken = before.estimator === null ? "" : ` Of the original it takes that by ${NAMES[before.estimator]}.`;
  return html`<h4 id=${workbench.names.id("uniqueness-title")}>Unique in the population</h4>
    <div class="scroller" tabindex="0" role="group" aria-labelledby=${workbench.names.titled("uniqueness-title")}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">records</th>
            <th scope="col" class="number">before</th>
            <th scope="col" class="number">after</th>
          </tr>
        </thead>
        <tbody>
          ${line("unique in the table", ({ inTable }) => count(inTable))}
          ${line("of them unique in the population, expected", (found) => `${expected(found.inPopulation)}, ${percent(found.share)}`)}
          ${line("by Zayatz", ({ zayatz }) => expected(zayatz))}
          ${line("by the slide negative binomial model", (found) => fitted(found, found.slideNegativeBinomial))}
          ${line("by Pitman’s model", (found) => fitted(found, found.pitman))}
        </tbody>
      </table>
    </div>
    <p class="caption">
      Estimates for a table that is a random sample of ${smallPercent(fraction)} of its population. Dankar’s rule chooses
      among them.${taken}
    </p>`;
}

/** Expected records, with one decimal if they are few. */
function expected(records: number): string {
  return records < 10 ? String(Math.round(records * 10) / 10) : count(Math.round(records));
}
