/** The conditions of a policy on the board: each requirement, and the figure that the policy reaches. */

import { html, nothing } from "lit";
import type { Condition } from "../engine/wire/conditions";
import type { Outcome } from "../engine/wire/protocol";
import { leastOf, numbered } from "../state/conditions";
import type { Study } from "../state/study";
import { count, percent, short, smallPercent } from "../ui/format";
import { type Figure, NONE } from "./figure";

/** The name of a condition's figure, its requirement, and its number format. */
interface Words {
  readonly name: string;
  readonly unit: string;
  readonly write: (figure: number) => string;
}

export function figuresOfConditions({ recipe }: Study, outcome: Outcome | null): Figure[] {
  if (recipe === null) return [];
  return numbered(recipe).map(({ number, condition }) => {
    const { name, unit, write } = words(condition);
    const told = outcome?.conditions[number - 1];
    return {
      name,
      unit,
      before: told?.before == null ? NONE : write(told.before),
      now: told?.found == null ? NONE : write(told.found),
      formula: html`${told?.sentence ?? "It stands here when a policy is found."}
      ${told?.before == null ? nothing : html`<br />before: ${write(told.before)}, with each record among those of its very values`}`,
    };
  });
}

function words(condition: Condition): Words {
  if ("l-diversity" in condition) {
    const { column, kind = "distinct", l, c } = condition["l-diversity"];
    if (kind === "distinct") return { name: `ℓ of ${column}`, unit: `values, of ${count(l)} asked`, write: count };
    if (kind === "entropy")
      return { name: `ℓ of ${column} (entropy)`, unit: `equally frequent values, of ${short(l)} asked`, write: short };
    const unit = `times the rare values from the ${count(l)}th on, below ${short(c ?? 1)} asked`;
    return { name: `c of ${column}`, unit, write: short };
  }
  if ("t-closeness" in condition) {
    const { column, distance = "equal", t } = condition["t-closeness"];
    const name = distance === "equal" ? `t of ${column}` : `t of ${column} (${distance})`;
    return { name, unit: `away from the table, at most ${short(t)} asked`, write: short };
  }
  if ("beta-likeness" in condition) {
    const { column, beta } = condition["beta-likeness"];
    return {
      name: `β of ${column}`,
      unit: `times more frequent than in the table, at most ${short(beta)} asked`,
      write: short,
    };
  }
  if ("average-risk" in condition) {
    const unit = `of records kept, at most ${smallPercent(condition["average-risk"])} asked`;
    return { name: "average risk, kept", unit, write: percent };
  }
  if ("marketer-risk" in condition) {
    const unit = `of records kept, among the population, at most ${smallPercent(condition["marketer-risk"])} asked`;
    return { name: "marketer’s risk, kept", unit, write: percent };
  }
  const least = "k-map" in condition ? condition["k-map"] : condition["k-anonymity"];
  const risk = typeof least === "number" ? "" : ` for a risk of ${smallPercent(least.risk)}`;
  return { name: "people", unit: `in the class of fewest, of ${count(leastOf(least))} asked${risk}`, write: short };
}
