import { html, nothing, type TemplateResult } from "lit";
import type { Condition } from "../../engine/wire/conditions";
import type { Recipe } from "../../engine/wire/protocol";
import { conditionable, conditioned, conditionsOf, withConditions } from "../../state/conditions";
import { withRisk } from "../../state/settings";
import type { Source } from "../../state/source";
import type { Workbench } from "../../state/workbench";
import { NO_CELLS_BESIDE } from "../../text/uniques";
import { ADDED, conditionList, type Offered } from "../condition-list";
import { loadPopulation, peopleChoice, possibleWeights } from "../people";

type Change = (name: string, recipe: Recipe) => void;

/** The conditions beside k: a line for each, and those that can be added. */
export function conditions(
  workbench: Workbench,
  recipe: Recipe,
  source: Source,
  change: Change,
  tell: (sentence: string) => void,
): TemplateResult {
  const columns = conditionable(recipe);
  return conditionList({
    conditions: conditionsOf(recipe),
    set: (name, given) => change(name, withConditions(recipe, given)),
    columns,
    hasHierarchy: (column) => recipe.columns[column]?.hierarchy != null,
    people: () => peopleCounted(workbench, recipe, source),
    onPeople: (words, asked) => onPeople(workbench, recipe, source, change, words, asked),
    tell,
    told: conditionsOf(recipe).length === 0 ? nothing : html`<p class="caption">${NO_CELLS_BESIDE}</p>`,
    hint: hintOf(recipe, columns),
  });
}

function hintOf(recipe: Recipe, columns: readonly string[]): string {
  if (columns.length === 0)
    return "A column that is sensitive under Roles, and released as it is, can be asked for different values in every class.";
  const asked = conditioned(recipe);
  const bare = columns.filter((column) => !asked.includes(column));
  return bare.length === 0
    ? "k hides which record is a person's, not what all records of a class have in common."
    : `A class may have one value of ${bare.join(", ")}: nothing else is asked there. Release and report warn of every such class.`;
}

/** If the way to count people is not set, a condition on people asks for it. */
function onPeople(
  workbench: Workbench,
  recipe: Recipe,
  source: Source,
  change: Change,
  words: string,
  asked: Condition,
): readonly Offered[] {
  const added = (to: Recipe) => withConditions(to, [...conditionsOf(recipe), asked]);
  const { weight_column: weights, population } = recipe.risk ?? {};
  if (weights !== undefined || population !== undefined) return [{ words, take: () => change(ADDED, added(recipe)) }];
  return [
    ...possibleWeights(recipe, source).map((name) => ({
      words: `${words}, by the weights of ${name}`,
      take: () => change(ADDED, added(withRisk(recipe, { weight_column: name, sampling_fraction: null }))),
    })),
    { words: `${words}, in a table of them …`, take: () => void loadPopulation(workbench, added) },
  ];
}

/** How people are counted, or that it must be set. */
function peopleCounted(workbench: Workbench, recipe: Recipe, source: Source): TemplateResult {
  const { weight_column: weights, population } = recipe.risk ?? {};
  return html`<div class="row">${peopleChoice(workbench, recipe, source)}</div>
    ${
      weights === undefined && population === undefined
        ? html`<p class="care" role="status">Say how people are counted: before that no policy can be searched.</p>`
        : nothing
    }`;
}
