/** One condition in words, with its inputs: for a policy, and for the review of a finished file. */

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type {
  Closeness,
  Condition,
  Distance,
  Diversity,
  DiversityKind,
  Likeness,
  Threshold,
} from "../engine/wire/conditions";
import { leastOf } from "../state/conditions";
import { count, smallPercent } from "../ui/format";
import { numeral, percentage } from "./numeral";

/** The conditions on the values of a class, in display order. */
type Asked = DiversityKind | "closeness";

const ASKED: Readonly<Record<Asked, string>> = {
  distinct: "at least so many different values",
  entropy: "as mixed as so many equally frequent values (entropy)",
  recursive: "the most frequent value is not too frequent (recursive)",
  closeness: "distributed nearly as in the whole table (t-closeness)",
};

const DISTANCES: Readonly<Record<Distance, string>> = {
  equal: "equally far apart",
  ordered: "as far apart as in their order",
  hierarchical: "as far apart as in their hierarchy",
};

/** What each of them prevents from being learned. */
const MEANS: Readonly<Record<Asked, string>> = {
  distinct: "No value can be read off a class. One may still be much more likely than the others.",
  entropy: "No value is all but certain in a class. No class can be more mixed than the whole table.",
  recursive: "The most frequent value of a class has fewer records than c times the ℓth and all rarer ones together.",
  closeness: "Whoever finds a class learns little more of a person than of anybody in the table. It costs most.",
};

const FIRST_DIVERSITY = 2;
const FIRST_C = 3;
const FIRST_CLOSENESS = 0.3;
export const FIRST_RISK = 0.05;
export const FIRST_PEOPLE = 11;

/** The initial condition on a column. */
export function firstOn(column: string): Condition {
  return { "l-diversity": { column, l: FIRST_DIVERSITY } };
}

/** What a line needs beside its condition. */
interface Around {
  /** Whether a column has a hierarchy. */
  readonly hasHierarchy: (column: string) => boolean;
  /** The control for counting the people of the population. */
  readonly people: () => TemplateResult;
}

/** One condition with its inputs. */
export function conditionLine(
  condition: Condition,
  around: Around,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  if ("average-risk" in condition) {
    const set = (risk: number) => change({ "average-risk": risk });
    return html`<p>
      The average risk of the records that are kept is at most
      ${percentage("greatest average risk, percent", condition["average-risk"], set, tell)} %.
    </p>`;
  }
  if ("marketer-risk" in condition) {
    const set = (risk: number) => change({ "marketer-risk": risk });
    return html`<p>
        Whoever matches every record that is kept with one of the people of the population who share its values is
        right about at most
        ${percentage("greatest marketer’s risk, percent", condition["marketer-risk"], set, tell)}
        % of them.
      </p>
      ${around.people()}
      <p class="caption">
        The marketer’s risk: one divided by the people of a record’s class, on average. Single records may have a greater one.
      </p>`;
  }
  if ("l-diversity" in condition) return diverse(condition["l-diversity"], change, tell);
  if ("t-closeness" in condition) return close(around, condition["t-closeness"], change, tell);
  if ("beta-likeness" in condition) return like(condition["beta-likeness"], change, tell);
  if ("k-map" in condition) return people(around, condition["k-map"], change, tell);
  return html`${nothing}`;
}

/** How many times more frequent a value may be in a class than in the table. */
function like(
  likeness: Likeness,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const { column, beta } = likeness;
  return html`<p>
      In every class, no value of <b>${column}</b> is more frequent than in the whole table by more than
      ${numeral(
        `β of ${column}`,
        beta,
        (given) => given >= 0,
        (given) => change({ "beta-likeness": { column, beta: given } }),
        tell,
      )}
      times (β-likeness).
    </p>
    <p class="caption">Whoever finds a class learns of no value that it is much more likely than for anybody.</p>`;
}

/** How many people of the population must share the values of every class, and how they are counted. */
function people(
  around: Around,
  least: Threshold,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const isRisk = typeof least !== "number";
  const fits = (given: number) => (isRisk ? given > 0 && given <= 1 : given >= 1 && Number.isInteger(given));
  const means = leastOf(least);
  const setWay = (event: Event) => {
    const isNumber = (event.target as HTMLSelectElement).value === "people";
    change({ "k-map": isNumber ? means : { risk: Number((1 / means).toPrecision(3)) } });
  };
  return html`<p>
      In every class, people of the population:
      <label><span class="unseen">how people are asked for</span>
        <select .value=${live(isRisk ? "risk" : "people")} @change=${setWay}>
          <option value="people" ?selected=${!isRisk}>at least so many</option>
          <option value="risk" ?selected=${isRisk}>so many that the risk is at most</option>
        </select></label>
      ${numeral(
        isRisk ? "greatest risk among people" : "fewest people",
        isRisk ? least.risk : least,
        fits,
        (given) => change({ "k-map": isRisk ? { risk: given } : given }),
        tell,
      )}
    </p>
    ${around.people()}
    <p class="caption">
      Who does not know who is in the table has at least ${count(means)} to choose from, a risk of at most
      ${smallPercent(1 / means)}${isRisk ? ": the fewest people that leave no more than what is asked" : ""}.
    </p>`;
}

function diverse(
  diversity: Diversity,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const { column, kind = "distinct", l, c } = diversity;
  const isWhole = kind !== "entropy";
  const fits = (given: number) => given >= 1 && (!isWhole || Number.isInteger(given));
  return html`<p>
      In every class, values of <b>${column}</b>: ${choice(column, kind, change)}
      ${numeral(`ℓ of ${column}`, l, fits, (given) => change({ "l-diversity": { ...diversity, l: given } }), tell)}
      ${
        kind === "recursive"
          ? html`with c
              ${numeral(
                `c of ${column}`,
                c ?? FIRST_C,
                (given) => given > 0,
                (given) => change({ "l-diversity": { ...diversity, c: given } }),
                tell,
              )}`
          : nothing
      }
    </p>
    <p class="caption">${MEANS[kind]}</p>`;
}

function close(
  { hasHierarchy }: Around,
  closeness: Closeness,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const { column, distance = "equal", t } = closeness;
  const offered = (Object.entries(DISTANCES) as [Distance, string][]).filter(
    ([name]) => name !== "hierarchical" || hasHierarchy(column) || distance === name,
  );
  const setDistance = (event: Event) =>
    change({ "t-closeness": { ...closeness, distance: (event.target as HTMLSelectElement).value as Distance } });
  return html`<p>
      In every class, values of <b>${column}</b>: ${choice(column, "closeness", change)}, at most
      ${numeral(
        `t of ${column}`,
        t,
        (given) => given >= 0 && given <= 1,
        (given) => change({ "t-closeness": { ...closeness, t: given } }),
        tell,
      )}
      away, values
      <label><span class="unseen">how far values of ${column} are from each other</span>
        <select .value=${live(distance)} @change=${setDistance}>
          ${offered.map(([name, words]) => html`<option value=${name} ?selected=${name === distance}>${words}</option>`)}
        </select></label>
    </p>
    <p class="caption">${MEANS.closeness}</p>`;
}

/** The choice of a condition on a column's values. */
function choice(column: string, asked: Asked, change: (condition: Condition) => void): TemplateResult {
  const set = (event: Event) => change(first(column, (event.target as HTMLSelectElement).value as Asked));
  return html`<label><span class="unseen">what is asked of the values of ${column}</span>
    <select .value=${live(asked)} @change=${set}>
      ${Object.entries(ASKED).map(([name, words]) => html`<option value=${name} ?selected=${name === asked}>${words}</option>`)}
    </select></label>`;
}

function first(column: string, asked: Asked): Condition {
  if (asked === "closeness") return { "t-closeness": { column, t: FIRST_CLOSENESS } };
  const c = asked === "recursive" ? { c: FIRST_C } : {};
  return { "l-diversity": { column, kind: asked, l: FIRST_DIVERSITY, ...c } };
}
