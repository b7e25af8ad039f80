import { html, nothing, type TemplateResult } from "lit";
import type { Aggregate, Algorithm, Recipe } from "../../engine/protocol";
import { withCaps, withLink, withWeight } from "../../state/recipe";
import { hierarchyOf, isSeen, lookAt } from "../../state/shaping";
import { quasiIdentifiersInOrder } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { AGGREGATES, ALGORITHMS } from "../../text/en";

type Change = (name: string, recipe: Recipe) => void;

function select<Key extends string>(
  label: string,
  value: Key,
  options: Readonly<Record<Key, string>>,
  change: (value: Key) => void,
): TemplateResult {
  const entries = Object.entries(options) as [Key, string][];
  return html`<label class="field">
    <span>${label}</span>
    <select .value=${value} @change=${(event: Event) => change((event.target as HTMLSelectElement).value as Key)}>
      ${entries.map(([key, name]) => html`<option value=${key} ?selected=${key === value}>${name}</option>`)}
    </select>
  </label>`;
}

function optional(
  label: string,
  value: number | null,
  note: string,
  change: (value: number | null) => void,
): TemplateResult {
  const set = (event: Event) => {
    const given = (event.target as HTMLInputElement).valueAsNumber;
    change(Number.isFinite(given) && given >= 0 ? given : null);
  };
  return html`<label class="field">
    <span>${label}</span>
    <input type="number" class="medium" min="0" step="any" .value=${value === null ? "" : String(value)} @change=${set} />
    <small>${note}</small>
  </label>`;
}

function level(
  label: string,
  value: number | undefined,
  greatest: number | null,
  change: (level: number | null) => void,
): TemplateResult {
  const set = (event: Event) => {
    const given = (event.target as HTMLInputElement).valueAsNumber;
    change(Number.isInteger(given) && given >= 0 ? given : null);
  };
  return html`<input
    type="number"
    class="short"
    min="0"
    max=${greatest ?? nothing}
    step="1"
    aria-label=${label}
    .value=${value === undefined ? "" : String(value)}
    @change=${set}
  />`;
}

function columnRow(workbench: Workbench, recipe: Recipe, column: string, change: Change): TemplateResult {
  const settings = recipe.columns[column];
  const view = lookAt(workbench, column, hierarchyOf(workbench, column));
  const greatest = isSeen(view) ? view.height - 1 : null;
  const least = settings?.min_level ?? null;
  const most = settings?.max_level ?? null;
  const group = recipe.linked.findIndex((members) => members.includes(column));
  const weigh = (event: Event) => {
    const weight = (event.target as HTMLInputElement).valueAsNumber;
    if (weight > 0) change(`weight of ${column}`, withWeight(recipe, column, weight));
  };
  const link = (event: Event) => {
    change(`link of ${column}`, withLink(recipe, column, Number((event.target as HTMLSelectElement).value)));
  };
  const groups = Math.max(recipe.linked.length + 1, 1);
  return html`<tr>
    <th scope="row">${column}</th>
    <td class="number">
      <input type="number" class="short" min="0.01" step="any" aria-label="Weight of ${column}" .value=${String(settings?.weight ?? 1)} @change=${weigh} />
    </td>
    <td class="number">${level(`Least level of ${column}`, settings?.min_level, greatest, (value) => change(`least level of ${column}`, withCaps(recipe, column, value, most)))}</td>
    <td class="number">${level(`Greatest level of ${column}`, settings?.max_level, greatest, (value) => change(`greatest level of ${column}`, withCaps(recipe, column, least, value)))}</td>
    <td class="number">${greatest === null ? "" : `0 … ${greatest}`}</td>
    <td>
      <select aria-label="Columns that share a level with ${column}" @change=${link}>
        <option value="-1" ?selected=${group < 0}>none</option>
        ${Array.from({ length: groups }, (_, index) => {
          const others = (recipe.linked[index] ?? []).filter((member) => member !== column);
          const name = others.length === 0 ? `group ${index + 1}` : `group ${index + 1}: ${others.join(", ")}`;
          return html`<option value=${index} ?selected=${index === group}>${name}</option>`;
        })}
      </select>
    </td>
  </tr>`;
}

/** Settings that have a sensible default: folded, until someone wants them. */
export function advanced(workbench: Workbench, recipe: Recipe, change: Change): TemplateResult {
  const { loss, search } = recipe;
  return html`<details class="advanced">
    <summary>Advanced settings</summary>
    <div class="fields">
      ${select<Aggregate>("Loss of several columns", loss.aggregate, AGGREGATES, (aggregate) => change("aggregate", { ...recipe, loss: { ...loss, aggregate } }))}
      ${select<Algorithm>("Algorithm", search.algorithm, ALGORITHMS, (algorithm) => change("algorithm", { ...recipe, search: { ...search, algorithm } }))}
      ${optional("Stop after, seconds", search.budget.seconds, "empty: when proven", (seconds) => change("seconds", { ...recipe, search: { ...search, budget: { ...search.budget, seconds } } }))}
      ${optional("Stop after, policies checked", search.budget.checks, "empty: when proven", (checks) => change("checks", { ...recipe, search: { ...search, budget: { ...search.budget, checks } } }))}
      ${optional("Seed", search.seed, "empty: drawn, and stated in the report", (seed) => change("seed", { ...recipe, search: { ...search, seed } }))}
    </div>
    <div class="scroller">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">quasi-identifier</th>
            <th scope="col" class="number">weight</th>
            <th scope="col" class="number">least level</th>
            <th scope="col" class="number">greatest level</th>
            <th scope="col" class="number">levels</th>
            <th scope="col">shares its level with</th>
          </tr>
        </thead>
        <tbody>
          ${quasiIdentifiersInOrder(workbench.study).map((column) => columnRow(workbench, recipe, column, change))}
        </tbody>
      </table>
    </div>
  </details>`;
}
