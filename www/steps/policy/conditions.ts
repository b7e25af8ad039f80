import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Condition } from "../../engine/wire/conditions";
import type { Recipe } from "../../engine/wire/protocol";
import { asksForPeople, conditionable, conditioned, conditionsOf, withConditions } from "../../state/conditions";
import { withRisk } from "../../state/settings";
import type { Source } from "../../state/source";
import type { Workbench } from "../../state/workbench";
import { conditionLine, FIRST_PEOPLE, FIRST_RISK, firstOn } from "../condition-line";
import { loadPopulation, peopleChoice, possibleWeights } from "../people";

type Change = (name: string, recipe: Recipe) => void;

/** What is asked beside k: a line for each condition, and what can be added. */
export function conditions(
  workbench: Workbench,
  recipe: Recipe,
  source: Source,
  change: Change,
  tell: (sentence: string) => void,
): TemplateResult {
  const own = conditionsOf(recipe);
  const set = (name: string, given: readonly Condition[]) => change(name, withConditions(recipe, given));
  const replaced = (at: number, condition: Condition) =>
    set(
      "condition",
      own.map((before, place) => (place === at ? condition : before)),
    );
  // How people are counted is said once.
  const counting = own.findIndex((condition) => asksForPeople({ protect: [condition] }));
  const columns = conditionable(recipe);
  const asked = conditioned(recipe);
  const bare = columns.filter((column) => !asked.includes(column));
  const further = offered(workbench, recipe, source, change);
  const add = (event: Event) => {
    const select = event.target as HTMLSelectElement;
    const taken = further[Number(select.value)];
    select.value = "";
    taken?.take();
  };
  return html`<div class="conditions">
    ${
      own.length === 0
        ? nothing
        : html`<ul>
            ${own.map(
              (condition, at) =>
                html`<li>
                  ${conditionLine(
                    condition,
                    {
                      hasHierarchy: (column) => recipe.columns[column]?.hierarchy != null,
                      people: () => (at === counting ? peopleCounted(workbench, recipe, source) : html``),
                    },
                    (changed) => replaced(at, changed),
                    tell,
                  )}
                  <button
                    type="button"
                    class="quiet"
                    @click=${() =>
                      set(
                        "remove a condition",
                        own.filter((_, place) => place !== at),
                      )}
                  >Remove</button>
                </li>`,
            )}
          </ul>`
    }
    <label class="field">
      <span>Ask for more than k</span>
      <select .value=${live("")} @change=${add}>
        <option value="">add a condition …</option>
        ${further.map(({ words }, at) => html`<option value=${at}>${words}</option>`)}
      </select>
      <small>
        ${
          columns.length === 0
            ? "A column that is sensitive under Roles, and released as it is, can be asked for different values in every class."
            : bare.length === 0
              ? "k hides which record is a person's, not what all records of a class have in common."
              : `A class may have one value of ${bare.join(", ")}: nothing else is asked there. Release and report warn of every such class.`
        }
      </small>
    </label>
  </div>`;
}

/** A condition that can be added. */
interface Offered {
  readonly words: string;
  readonly take: () => void;
}

/** What can be added. People are asked for together with how they are counted, where nobody has said that. */
function offered(workbench: Workbench, recipe: Recipe, source: Source, change: Change): readonly Offered[] {
  const own = conditionsOf(recipe);
  const NAME = "add a condition";
  const added = (to: Recipe, condition: Condition) => withConditions(to, [...own, condition]);
  const add = (condition: Condition, to = recipe) => change(NAME, added(to, condition));
  const onValues = conditionable(recipe).map((column) => ({
    words: `on the values of ${column} in every class`,
    take: () => add(firstOn(column)),
  }));
  const onRisk = {
    words: "on the average risk of the release",
    take: () => add({ "average-risk": FIRST_RISK }),
  };
  const { weight_column: weights, population } = recipe.risk ?? {};
  const byPeople = (onPeople: string, asked: Condition): readonly Offered[] =>
    weights !== undefined || population !== undefined
      ? [{ words: onPeople, take: () => add(asked) }]
      : [
          ...possibleWeights(recipe, source).map((name) => ({
            words: `${onPeople}, by the weights of ${name}`,
            take: () => add(asked, withRisk(recipe, { weight_column: name, sampling_fraction: null })),
          })),
          {
            words: `${onPeople}, in a table of them …`,
            take: () => void loadPopulation(workbench, (counted) => added(counted, asked)),
          },
        ];
  const lacks = (name: string) => !own.some((condition) => name in condition);
  return [
    ...onValues,
    ...(lacks("average-risk") ? [onRisk] : []),
    ...(lacks("k-map") ? byPeople("on the people of the population in every class", { "k-map": FIRST_PEOPLE }) : []),
    ...(lacks("marketer-risk")
      ? byPeople("on the marketer’s risk among the population", { "marketer-risk": FIRST_RISK })
      : []),
  ];
}

/** How people are counted, and that somebody has to say it. */
function peopleCounted(workbench: Workbench, recipe: Recipe, source: Source): TemplateResult {
  const { weight_column: weights, population } = recipe.risk ?? {};
  return html`<div class="row">${peopleChoice(workbench, recipe, source)}</div>
    ${
      weights === undefined && population === undefined
        ? html`<p class="care" role="status">Say how people are counted: before that no policy can be searched.</p>`
        : nothing
    }`;
}
