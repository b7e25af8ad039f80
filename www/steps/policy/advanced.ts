import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { workersByDefault } from "../../engine/muster";
import type { Aggregate, Recipe } from "../../engine/wire/protocol";
import { algorithmsOf } from "../../state/comparing";
import { withCaps, withLink } from "../../state/recipe";
import { hierarchyOf, isSeen, lookAt } from "../../state/shaping";
import { quasiIdentifiersInOrder } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { AGGREGATES, algorithmName } from "../../text/en";
import { weightInput } from "../weight";

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
  names: readonly string[],
  change: (level: number | null) => void,
): TemplateResult {
  const set = (event: Event) => {
    const given = (event.target as HTMLSelectElement).value;
    change(given === "" ? null : Number(given));
  };
  return html`<select aria-label=${label} @change=${set}>
    <option value="" .selected=${live(value === undefined)}>any</option>
    ${names.map((name, at) => html`<option value=${at} .selected=${live(at === value)}>${name}</option>`)}
    ${
      value === undefined || value < names.length
        ? nothing
        : html`<option value=${value} selected>level ${value}, which it does not have</option>`
    }
  </select>`;
}

function columnRow(workbench: Workbench, recipe: Recipe, column: string, change: Change): TemplateResult {
  const settings = recipe.columns[column];
  const view = lookAt(workbench, column, hierarchyOf(workbench, column));
  const names = isSeen(view) ? view.names : [];
  const least = settings?.min_level ?? null;
  const most = settings?.max_level ?? null;
  const group = recipe.linked.findIndex((members) => members.includes(column));
  const link = (event: Event) => {
    change(`link of ${column}`, withLink(recipe, column, Number((event.target as HTMLSelectElement).value)));
  };
  const groups = Math.max(recipe.linked.length + 1, 1);
  return html`<tr>
    <th scope="row">${column}</th>
    <td class="number">
      ${weightInput(workbench, column)}
    </td>
    <td>${level(`Least level of ${column}`, settings?.min_level, names, (value) => change(`least level of ${column}`, withCaps(recipe, column, value, most)))}</td>
    <td>${level(`Greatest level of ${column}`, settings?.max_level, names, (value) => change(`greatest level of ${column}`, withCaps(recipe, column, least, value)))}</td>
    <td>
      <select aria-label="Columns that share a level with ${column}" @change=${link}>
        <option value="-1" .selected=${live(group < 0)}>none</option>
        ${Array.from({ length: groups }, (_, index) => {
          const others = (recipe.linked[index] ?? []).filter((member) => member !== column);
          const name = others.length === 0 ? `group ${index + 1}` : `group ${index + 1}: ${others.join(", ")}`;
          return html`<option value=${index} .selected=${live(index === group)}>${name}</option>`;
        })}
      </select>
    </td>
  </tr>`;
}

/** The algorithm with its advice. Until the table is measured, the core cannot say which ones suit it. */
function algorithm(workbench: Workbench, recipe: Recipe, change: Change): TemplateResult {
  const { search } = recipe;
  const algorithms = algorithmsOf(workbench) ?? [];
  const chosen = algorithms.find((one) => one.name === search.algorithm);
  const names =
    chosen === undefined ? [search.algorithm, ...algorithms.map((one) => one.name)] : algorithms.map((one) => one.name);
  const set = (event: Event) =>
    change("algorithm", { ...recipe, search: { ...search, algorithm: (event.target as HTMLSelectElement).value } });
  return html`<label class="field">
      <span>Algorithm</span>
      <select @change=${set}>
        ${names.map((name) => {
          const refused = algorithms.find((one) => one.name === name)?.refusal != null;
          return html`<option value=${name} ?selected=${name === search.algorithm} ?disabled=${refused && name !== search.algorithm}>
            ${algorithmName(name)}${refused ? " (not for this measure)" : ""}
          </option>`;
        })}
      </select>
    </label>
    ${
      chosen === undefined
        ? nothing
        : html`<p class="caption">
            ${chosen.advice} ${chosen.optimal || chosen.refusal !== null ? nothing : html`<b>A heuristic: it proves no policy best.</b>`}
            ${chosen.refusal === null ? nothing : html`<b class="care">It cannot be run: ${chosen.refusal}.</b>`}
          </p>`
    }`;
}

/** Settings with a sensible default, collapsed until they are needed. */
export function advanced(workbench: Workbench, recipe: Recipe, change: Change): TemplateResult {
  const { loss, search } = recipe;
  return html`<details class="advanced">
    <summary>Advanced settings</summary>
    <div class="fields">
      ${select<Aggregate>("Loss of several columns", loss.aggregate, AGGREGATES, (aggregate) => change("aggregate", { ...recipe, loss: { ...loss, aggregate } }))}
      ${optional("Stop after, seconds", search.budget.seconds, "empty: when proven", (seconds) => change("seconds", { ...recipe, search: { ...search, budget: { ...search.budget, seconds } } }))}
      ${optional("Stop after, policies checked or boxes looked at", search.budget.checks, "empty: when proven", (checks) => change("checks", { ...recipe, search: { ...search, budget: { ...search.budget, checks } } }))}
      ${optional("Workers", workbench.preferences.workers, `empty: ${workersByDefault()}; the answer does not depend on it`, (workers) => workbench.prefer({ workers: workers === null ? null : Math.max(1, Math.floor(workers)) }))}
      ${optional("Seed", search.seed, "empty: 0; the exact search draws nothing", (seed) => change("seed", { ...recipe, search: { ...search, seed } }))}
    </div>
    ${algorithm(workbench, recipe, change)}
    <div class="scroller">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">quasi-identifier</th>
            <th scope="col" class="number">weight</th>
            <th scope="col">least level</th>
            <th scope="col">greatest level</th>
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
