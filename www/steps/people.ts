/** How the people of a population are counted: not at all, by weights of the table, or in a separate table. */

import { html, nothing, type TemplateResult } from "lit";
import type { Recipe } from "../engine/wire/protocol";
import { countAmong, lacksPopulation } from "../state/people";
import { withRisk } from "../state/settings";
import type { Source } from "../state/source";
import { quasiIdentifiers } from "../state/study";
import type { Workbench } from "../state/workbench";
import { chooseFiles } from "../ui/files";

const TABLES = ".csv,.txt,.tsv,text/csv";

/** The columns that may be weights: numeric ones that are not quasi-identifiers. */
export function possibleWeights(recipe: Recipe, { profile }: Source): string[] {
  const taken = new Set([...quasiIdentifiers(recipe), recipe.count_column]);
  const numbers = profile.columns.filter(({ kind }) => kind === "integer" || kind === "decimal");
  return numbers.map(({ name }) => name).filter((name) => !taken.has(name));
}

/** Asks for a population file and counts people in it from then on; `further` changes the recipe with it. */
export async function loadPopulation(
  workbench: Workbench,
  further: (recipe: Recipe) => Recipe = (recipe) => recipe,
): Promise<void> {
  const [file] = await chooseFiles(TABLES);
  if (file !== undefined) await countAmong(workbench, file, further);
}

/** The choice of the population, with a button to load one. */
export function peopleChoice(workbench: Workbench, recipe: Recipe, source: Source): TemplateResult {
  const { population } = workbench.study;
  const { weight_column: weights, population: named } = recipe.risk ?? {};
  const files = [...new Set([named, population?.file.name])].filter((name) => name !== undefined);
  const pick = (event: Event) => {
    const [how, name = null] = (event.target as HTMLSelectElement).value.split(/ (.*)/s);
    const patch = {
      weight_column: how === "weights" ? name : null,
      population: how === "population" ? name : null,
      ...(how === "" ? {} : { sampling_fraction: null }),
    };
    workbench.change("how people are counted", withRisk(recipe, patch));
  };
  return html`<label class="field">
      <span>People of the population</span>
      <select @change=${pick}>
        <option value="" ?selected=${weights === undefined && named === undefined}>not known</option>
        ${possibleWeights(recipe, source).map((name) => html`<option value=${`weights ${name}`} ?selected=${name === weights}>by the weights of ${name}</option>`)}
        ${files.map((name) => html`<option value=${`population ${name}`} ?selected=${name === named}>counted in ${name}</option>`)}
      </select>
    </label>
    <button type="button" ?disabled=${workbench.study.activity !== null} @click=${() => loadPopulation(workbench)}>
      Load a population…
    </button>
    ${
      lacksPopulation(workbench.study)
        ? html`<p class="care" role="status">
            People are to be counted in ${named}, which is not loaded: load it, or choose another way.
          </p>`
        : nothing
    }`;
}

/** The button that counts no people, where a column says of none how many it stands for. */
export function noPeopleWay(workbench: Workbench): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  if (recipe?.risk?.weight_column === undefined) return nothing;
  const count = () => {
    workbench.change("how people are counted", withRisk(recipe, { weight_column: null }));
    for (const step of ["policy", "release", "frontier"] as const) workbench.clearFailure(step);
  };
  return html`<div class="row">
    <button type="button" @click=${count}>Count no people by ${recipe.risk.weight_column}</button>
  </div>`;
}
