/** An editable list of conditions, and those that can be added: for a policy, and for the review of a finished file. */

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Condition } from "../engine/wire/conditions";
import { asksForPeople } from "../state/conditions";
import { conditionLine, FIRST_PEOPLE, FIRST_RISK, firstOn } from "./condition-line";

/** A condition that can be added. */
export interface Offered {
  readonly words: string;
  readonly take: () => void;
}

/** The context of the list. */
export interface Asking {
  readonly conditions: readonly Condition[];
  readonly set: (name: string, conditions: readonly Condition[]) => void;
  /** The columns that can have conditions, and whether one has a hierarchy. */
  readonly columns: readonly string[];
  readonly hasHierarchy: (column: string) => boolean;
  /** The control for counting the people of the population, shown once. */
  readonly people: () => TemplateResult;
  /** Adds a condition on people, for each way to count them. */
  readonly onPeople: (words: string, condition: Condition) => readonly Offered[];
  readonly tell: (sentence: string) => void;
  /** Content below the list, and below the conditions that can be added. */
  readonly told: TemplateResult | typeof nothing;
  readonly hint: string;
}

export const ADDED = "add a condition";

/** A line for each condition, and what can be added. */
export function conditionList(asking: Asking): TemplateResult {
  const { conditions, told, hint } = asking;
  const further = offered(asking);
  const add = (event: Event) => {
    const select = event.target as HTMLSelectElement;
    const taken = further[Number(select.value)];
    select.value = "";
    taken?.take();
  };
  return html`<div class="conditions">
    ${
      conditions.length === 0
        ? nothing
        : html`<ul aria-label="What should hold beside k">
              ${conditions.map((condition, at) => line(asking, condition, at))}
            </ul>
            ${told}`
    }
    <label class="field">
      <span>Ask for more than k</span>
      <select .value=${live("")} @change=${add}>
        <option value="">add a condition …</option>
        ${further.map(({ words }, at) => html`<option value=${at}>${words}</option>`)}
      </select>
      <small>${hint}</small>
    </label>
  </div>`;
}

function line(
  { conditions, set, hasHierarchy, people, tell }: Asking,
  condition: Condition,
  at: number,
): TemplateResult {
  const counting = conditions.findIndex((one) => asksForPeople({ protect: [one] }));
  const around = { hasHierarchy, people: () => (at === counting ? people() : html``) };
  const others = () => conditions.filter((_, place) => place !== at);
  const replaced = (changed: Condition) => conditions.map((before, place) => (place === at ? changed : before));
  return html`<li>
    ${conditionLine(condition, around, (changed) => set("condition", replaced(changed)), tell)}
    <button type="button" class="quiet" @click=${() => set("remove a condition", others())}>Remove</button>
  </li>`;
}

function offered({ conditions, columns, set, onPeople }: Asking): readonly Offered[] {
  const add = (condition: Condition) => set(ADDED, [...conditions, condition]);
  const lacks = (name: string) => !conditions.some((condition) => name in condition);
  const onValues = columns.map((column) => ({
    words: `on the values of ${column} in every class`,
    take: () => add(firstOn(column)),
  }));
  const onRisk = {
    words: "on the average risk of the release",
    take: () => add({ "average-risk": FIRST_RISK }),
  };
  return [
    ...onValues,
    ...(lacks("average-risk") ? [onRisk] : []),
    ...(lacks("k-map") ? onPeople("on the people of the population in every class", { "k-map": FIRST_PEOPLE }) : []),
    ...(lacks("marketer-risk")
      ? onPeople("on the marketer’s risk among the population", { "marketer-risk": FIRST_RISK })
      : []),
  ];
}
