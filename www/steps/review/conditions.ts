import { html, nothing, type TemplateResult } from "lit";
import type { Condition } from "../../engine/wire/conditions";
import type { ReviewWords } from "../../engine/wire/review";
import type { Desk } from "../../state/desk";
import { filedAs, filedRecipe } from "../../state/filed";
import { setConditions, setReview } from "../../state/reviewing";
import { columnNames, type Source } from "../../state/source";
import type { Study } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { tellerWords } from "../../text/review";
import { ADDED, conditionList } from "../condition-list";

/** The conditions beside k, in the words used for a policy. */
export function conditionsToCheck(workbench: Workbench, source: Source, words: ReviewWords): TemplateResult {
  const desk = workbench.review;
  const { conditions, conditionsBy } = desk.study.reviewed;
  const columns = sensitive(desk.study);
  const set = (name: string, given: readonly Condition[]) => setConditions(desk, name, given);
  return conditionList({
    conditions,
    set,
    columns,
    hasHierarchy: (column) => filedRecipe(desk.study)?.columns[column]?.hierarchy != null,
    people: () => weights(desk, source),
    onPeople: (offered, condition) => [{ words: offered, take: () => set(ADDED, [...conditions, condition]) }],
    tell: (sentence) => workbench.tell(sentence),
    told: html`<p class="caption">Said by ${tellerWords(words, conditionsBy)}.</p>`,
    hint:
      columns.length === 0
        ? "A column that is said to be sensitive can be asked for different values in every class."
        : "Each is judged by the text of this file alone.",
  });
}

/** Who is counted: the people whom rows represent by their weights, or those of a given population. */
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
