import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Condition } from "../../engine/wire/conditions";
import type { ReviewWords } from "../../engine/wire/review";
import { asksForPeople } from "../../state/conditions";
import type { Desk } from "../../state/desk";
import { filedAs, filedRecipe } from "../../state/filed";
import { setConditions, setReview } from "../../state/reviewing";
import { columnNames, type Source } from "../../state/source";
import type { Study } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { tellerWords } from "../../text/review";
import { conditionLine, FIRST_PEOPLE, FIRST_RISK, firstOn } from "../condition-line";

/** A condition that can be added. */
interface Offered {
  readonly words: string;
  readonly condition: Condition;
}

/** What should hold beside k, in the words in which a policy is asked for it. */
export function conditionsToCheck(workbench: Workbench, source: Source, words: ReviewWords): TemplateResult {
  const desk = workbench.review;
  const { conditions, conditionsBy } = desk.study.reviewed;
  const further = offered(desk.study);
  const add = (event: Event) => {
    const select = event.target as HTMLSelectElement;
    const taken = further[Number(select.value)];
    select.value = "";
    if (taken !== undefined) setConditions(desk, "add a condition", [...conditions, taken.condition]);
  };
  return html`<div class="conditions">
    ${
      conditions.length === 0
        ? nothing
        : html`<ul aria-label="What should hold beside k">
              ${conditions.map((condition, at) => line(workbench, source, condition, at))}
            </ul>
            <p class="caption">Said by ${tellerWords(words, conditionsBy)}.</p>`
    }
    <label class="field">
      <span>Ask for more than k</span>
      <select .value=${live("")} @change=${add}>
        <option value="">add a condition …</option>
        ${further.map((one, at) => html`<option value=${at}>${one.words}</option>`)}
      </select>
      <small>
        ${
          sensitive(desk.study).length === 0
            ? "A column that is said to be sensitive can be asked for different values in every class."
            : "Each is judged by the text of this file alone."
        }
      </small>
    </label>
  </div>`;
}

function line(workbench: Workbench, source: Source, condition: Condition, at: number): TemplateResult {
  const desk = workbench.review;
  const { conditions } = desk.study.reviewed;
  // How people are counted is said once.
  const counting = conditions.findIndex((one) => asksForPeople({ protect: [one] }));
  const around = {
    hasHierarchy: (column: string) => filedRecipe(desk.study)?.columns[column]?.hierarchy != null,
    people: () => (at === counting ? weights(desk, source) : html``),
  };
  const replace = (changed: Condition) =>
    setConditions(
      desk,
      "condition",
      conditions.map((before, place) => (place === at ? changed : before)),
    );
  const remove = () =>
    setConditions(
      desk,
      "remove a condition",
      conditions.filter((_, place) => place !== at),
    );
  return html`<li>
    ${conditionLine(condition, around, replace, (sentence) => workbench.tell(sentence))}
    <button type="button" class="quiet" @click=${remove}>Remove</button>
  </li>`;
}

/** Who is counted: the people for whom rows stand by their weights, or those of a population that was given. */
function weights(desk: Desk, source: Source): TemplateResult {
  const { reviewed } = desk.study;
  const numbers = source.profile.columns.filter(
    ({ name, kind }) => !reviewed.qis.includes(name) && (kind === "integer" || kind === "decimal"),
  );
  const population = filedAs(desk.study, "population");
  const pick = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    setReview(desk, "how people are counted", { weights: value === "" ? null : value });
  };
  return html`<div class="row">
    <label class="field">
      <span>People of the population</span>
      <select @change=${pick}>
        <option value="" ?selected=${reviewed.weights === null}>
          ${population === null ? "not known" : `counted in ${population.name}`}
        </option>
        ${numbers.map(({ name }) => html`<option value=${name} ?selected=${name === reviewed.weights}>by the weights of ${name}</option>`)}
      </select>
      ${population === null ? html`<small>Or give the table of the population above, with the other files.</small>` : nothing}
    </label>
  </div>`;
}

function sensitive({ source, reviewed: { others } }: Study): string[] {
  const names = columnNames(source);
  return names.filter((name) => others[name] === "sensitive");
}

function offered(study: Study): readonly Offered[] {
  const { conditions } = study.reviewed;
  const lacks = (name: string) => !conditions.some((condition) => name in condition);
  return [
    ...sensitive(study).map((column) => ({
      words: `on the values of ${column} in every class`,
      condition: firstOn(column),
    })),
    ...(lacks("average-risk")
      ? [{ words: "on the average risk of the release", condition: { "average-risk": FIRST_RISK } as const }]
      : []),
    ...(lacks("k-map")
      ? [
          {
            words: "on the people of the population in every class",
            condition: { "k-map": FIRST_PEOPLE } as const,
          },
        ]
      : []),
    ...(lacks("marketer-risk")
      ? [{ words: "on the marketer’s risk among the population", condition: { "marketer-risk": FIRST_RISK } as const }]
      : []),
  ];
}
