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
} from "../../engine/wire/conditions";
import type { Recipe } from "../../engine/wire/protocol";
import { conditionable, conditionsOf, withConditions } from "../../state/conditions";

type Change = (name: string, recipe: Recipe) => void;

/** What can be asked of the values of a class, in the order in which it is offered. */
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

/** What each of them keeps from being learned. */
const MEANS: Readonly<Record<Asked, string>> = {
  distinct: "No value can be read off a class. One may still be much more likely than the others.",
  entropy: "No value is all but certain in a class. No class can be more mixed than the whole table.",
  recursive: "The most frequent value of a class has fewer records than c times the ℓth and all rarer ones together.",
  closeness: "Whoever finds a class learns little more of a person than of anybody in the table. It costs most.",
};

const FIRST_DIVERSITY = 2;
const FIRST_C = 3;
const FIRST_CLOSENESS = 0.3;
const FIRST_RISK = 0.05;
const FIRST_PEOPLE = 11;
const PERCENT = 100;

/** What is asked beside k: a line for each condition, and what can be added. */
export function conditions(recipe: Recipe, change: Change, tell: (sentence: string) => void): TemplateResult {
  const own = conditionsOf(recipe);
  const set = (name: string, given: readonly Condition[]) => change(name, withConditions(recipe, given));
  const replaced = (at: number, condition: Condition) =>
    set(
      "condition",
      own.map((before, place) => (place === at ? condition : before)),
    );
  const columns = conditionable(recipe);
  const hasRisk = own.some((condition) => "average-risk" in condition);
  const canCount = recipe.risk?.weight_column != null && !own.some((condition) => "k-map" in condition);
  const add = (event: Event) => {
    const select = event.target as HTMLSelectElement;
    const at = Number(select.value);
    const column = columns[at];
    select.value = "";
    if (column !== undefined) set("add a condition", [...own, { "l-diversity": { column, l: FIRST_DIVERSITY } }]);
    else if (at === columns.length) set("add a condition", [...own, { "average-risk": FIRST_RISK }]);
    else if (at > columns.length) set("add a condition", [...own, { "k-map": FIRST_PEOPLE }]);
  };
  return html`<div class="conditions">
    ${
      own.length === 0
        ? nothing
        : html`<ul>
            ${own.map(
              (condition, at) =>
                html`<li>
                  ${line(recipe, condition, (changed) => replaced(at, changed), tell)}
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
        ${columns.map((column, at) => html`<option value=${at}>on the values of ${column} in every class</option>`)}
        ${hasRisk ? nothing : html`<option value=${columns.length}>on the average risk of the release</option>`}
        ${canCount ? html`<option value=${columns.length + 1}>on the people of the population in every class</option>` : nothing}
      </select>
      <small>
        ${
          columns.length === 0
            ? "A column that is sensitive under Roles, and released as it is, can be asked for different values in every class."
            : "k hides which record is a person's, not what all records of a class have in common."
        }
      </small>
    </label>
  </div>`;
}

/** One condition, with its inputs in it. */
function line(
  recipe: Recipe,
  condition: Condition,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  if ("average-risk" in condition) {
    const percent = Number((condition["average-risk"] * PERCENT).toPrecision(10));
    return html`<p>
      The average risk of the records that are kept is at most
      ${numeral(
        "greatest average risk, percent",
        percent,
        (given) => given > 0 && given <= PERCENT,
        (given) => change({ "average-risk": Number((given / PERCENT).toPrecision(12)) }),
        tell,
      )}
      %.
    </p>`;
  }
  if ("k-map" in condition) return people(condition["k-map"], change, tell);
  if ("l-diversity" in condition) return diverse(condition["l-diversity"], change, tell);
  if ("t-closeness" in condition) return close(recipe, condition["t-closeness"], change, tell);
  if ("beta-likeness" in condition) return like(condition["beta-likeness"], change, tell);
  return html`${nothing}`;
}

/** By how many times a value may be more frequent in a class than in the table. */
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

/** How many people of the population must share the values of every class. */
function people(
  least: Threshold,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const isRisk = typeof least !== "number";
  const fits = (given: number) => (isRisk ? given > 0 && given <= 1 : given >= 1 && Number.isInteger(given));
  return html`<p>
      In every class, ${isRisk ? "as many people of the population as leave a risk of at most" : "people of the population, at least"}
      ${numeral(
        isRisk ? "greatest risk among people" : "fewest people",
        isRisk ? least.risk : least,
        fits,
        (given) => change({ "k-map": isRisk ? { risk: given } : given }),
        tell,
      )}
    </p>
    <p class="caption">By the weights of the table: who does not know who is in it has that many to choose from.</p>`;
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
  recipe: Recipe,
  closeness: Closeness,
  change: (condition: Condition) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const { column, distance = "equal", t } = closeness;
  const hasHierarchy = recipe.columns[column]?.hierarchy != null;
  const offered = (Object.entries(DISTANCES) as [Distance, string][]).filter(
    ([name]) => name !== "hierarchical" || hasHierarchy || distance === name,
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

/** The choice of what is asked of a column's values. */
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

/** An input for a number. What cannot be meant goes back to what it was, and is told. */
function numeral(
  label: string,
  value: number,
  fits: (given: number) => boolean,
  change: (given: number) => void,
  tell: (sentence: string) => void,
): TemplateResult {
  const set = (event: Event) => {
    const input = event.target as HTMLInputElement;
    if (fits(input.valueAsNumber)) return change(input.valueAsNumber);
    tell(`${input.value || "Nothing"} cannot be the ${label}. It stays ${value}.`);
    input.value = String(value);
  };
  return html`<label><span class="unseen">${label}</span>
    <input type="number" class="short" min="0" step="any" .value=${String(value)} @change=${set} /></label>`;
}
