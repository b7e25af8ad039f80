import { html, nothing, type TemplateResult } from "lit";
import type { Census, FrontierRecipe } from "../../engine/wire/frontier";
import type { Recipe } from "../../engine/wire/protocol";
import { setPopulation } from "../../state/frontier";
import { frontierSettings, withFrontier } from "../../state/settings";
import type { Workbench } from "../../state/workbench";
import { METHODS, riskWords } from "../../text/frontier";
import { chooseFiles } from "../../ui/files";
import { bytes } from "../../ui/format";

const MOST_POLICIES = 100_000_000;
const MOST_RECORDS = 1_000_000_000;
const CENSUSES: readonly Census[] = [2000, 2020];

/** The policies, the search, and the population of the risk. */
export function settings(workbench: Workbench, recipe: Recipe): TemplateResult {
  const chosen = frontierSettings(recipe);
  const change = (patch: Partial<FrontierRecipe>) =>
    workbench.change("Change the frontier", withFrontier(recipe, patch));
  const pick =
    <Key extends "space" | "method" | "risk">(key: Key) =>
    (event: Event) =>
      change({ [key]: (event.target as HTMLSelectElement).value } as Partial<FrontierRecipe>);
  const isPartition = chosen.space === "partition";
  const method = METHODS.find((one) => one.method === chosen.method);
  return html`<div class="row">
      <label class="field">
        <span>Policies</span>
        <select aria-label="Policies" @change=${pick("space")}>
          <option value="partition" ?selected=${isPartition}>intervals of ordered values</option>
          <option value="full-domain" ?selected=${!isPartition}>levels of the hierarchies</option>
        </select>
      </label>
      ${
        isPartition
          ? html`<label class="field">
              <span>Search</span>
              <select aria-label="Search" @change=${pick("method")}>
                ${METHODS.map((one) => html`<option value=${one.method} ?selected=${one.method === chosen.method}>${one.name}</option>`)}
              </select>
            </label>`
          : html`<label class="field">
              <span>Risk</span>
              <select aria-label="Risk" @change=${pick("risk")}>
                <option value="highest" ?selected=${chosen.risk === "highest"}>highest, 1 ÷ k</option>
                <option value="average" ?selected=${chosen.risk === "average"}>average, classes ÷ records</option>
                ${
                  typeof chosen.risk === "string"
                    ? nothing
                    : html`<option value="" selected disabled>${riskWords(chosen.risk)}, as the recipe says</option>`
                }
              </select>
            </label>`
      }
      <label class="field">
        <span>Policies evaluated, at most</span>
        <input
          type="number"
          class="medium"
          min="1"
          max=${MOST_POLICIES}
          .value=${String(chosen.policies ?? "")}
          placeholder="by the table"
          @change=${(event: Event) => {
            const input = event.target as HTMLInputElement;
            const given = Math.round(input.valueAsNumber);
            if (input.value === "" && !input.validity.badInput) change({ policies: null });
            else if (given >= 1 && given <= MOST_POLICIES) change({ policies: given });
            else input.value = String(chosen.policies ?? "");
          }}
        />
      </label>
    </div>
    <div class="row">
      <label class="field">
        <span>Records in a group, at least</span>
        <input
          type="number"
          class="medium"
          min="1"
          max=${MOST_RECORDS}
          .value=${String(chosen.least_group ?? 1)}
          @change=${(event: Event) => {
            const input = event.target as HTMLInputElement;
            const given = Math.round(input.valueAsNumber);
            if (given >= 1 && given <= MOST_RECORDS) change({ least_group: given });
            else input.value = String(chosen.least_group ?? 1);
          }}
        />
      </label>
      ${
        isPartition
          ? html`<label class="field">
              <span>Safe Harbor by the census of</span>
              <select
                aria-label="Census"
                @change=${(event: Event) => change({ census: Number((event.target as HTMLSelectElement).value) as Census })}
              >
                ${CENSUSES.map((year) => html`<option value=${year} ?selected=${year === (chosen.census ?? 2000)}>${year}</option>`)}
              </select>
            </label>`
          : nothing
      }
    </div>
    ${chosen.policies === null ? html`<p class="caption">Without a number, the search ends when it has done what the table deserves.</p>` : nothing}
    ${isPartition ? html`<p class="caption">${method?.name}: ${method?.words}.</p>` : nothing}
    ${isPartition ? population(workbench) : nothing}`;
}

/** The population of the risk. */
function population(workbench: Workbench): TemplateResult {
  const held = workbench.study.population;
  const choose = async () => {
    const [file] = await chooseFiles(".csv,.txt,.tsv,text/csv");
    if (file !== undefined) setPopulation(workbench, file);
  };
  return html`<div class="row">
    ${
      held === null
        ? html`<span>Risk is counted in the table itself: whoever looks for a person knows that they are in it.</span>`
        : html`<span>Risk is counted in the population of <b>${held.file.name}</b> (${bytes(held.file.size)}).</span>`
    }
    <button type="button" @click=${choose}>${held === null ? "Load a population…" : "Load another…"}</button>
    ${held === null ? nothing : html`<button type="button" class="quiet" @click=${() => setPopulation(workbench, null)}>Do without</button>`}
  </div>
  <p class="caption">
    A population is a CSV file with the quasi-identifiers' columns and a column <code>count</code> of people; it stays in
    this tab like every other file.
  </p>`;
}
