/** The conditions of a release other than class sizes. */

import type { Condition, Threshold } from "../engine/wire/conditions";
import type { GivenRecipe, Recipe } from "../engine/wire/protocol";

/** The sensitive column that a condition is on. */
export function columnOf(condition: Condition): string | null {
  if ("l-diversity" in condition) return condition["l-diversity"].column;
  if ("beta-likeness" in condition) return condition["beta-likeness"].column;
  return "t-closeness" in condition ? condition["t-closeness"].column : null;
}

/** Whether a condition counts people of a population. */
export function asksForPeople({ protect }: Pick<Recipe, "protect">): boolean {
  return (protect ?? []).some((condition) => "k-map" in condition || "marketer-risk" in condition);
}

/** The least number that a threshold requires: for a risk, the smallest number that leaves no more risk. */
export function leastOf(least: Threshold): number {
  if (typeof least === "number") return least;
  const { risk } = least;
  const near = Math.max(1, Math.ceil(1 / risk));
  // The quotient is rounded, so it may be off by one.
  if (near > 1 && 1 / (near - 1) <= risk) return near - 1;
  return 1 / near <= risk ? near : near + 1;
}

/** The conditions beside k-anonymity. */
export function conditionsOf({ protect }: Pick<Recipe, "protect">): readonly Condition[] {
  return (protect ?? []).filter((condition) => !("k-anonymity" in condition));
}

/** A condition with its number in the recipe, from 1. */
export interface NumberedCondition {
  readonly number: number;
  readonly condition: Condition;
}

/** The conditions beside k-anonymity, numbered. */
export function numbered({ protect }: Pick<Recipe, "protect">): readonly NumberedCondition[] {
  const all = (protect ?? []).map((condition, at) => ({ number: at + 1, condition }));
  return all.filter(({ condition }) => !("k-anonymity" in condition));
}

/** A condition with a different threshold. */
export function atThreshold(condition: Condition, threshold: number): Condition {
  if ("l-diversity" in condition) return { "l-diversity": { ...condition["l-diversity"], l: threshold } };
  if ("t-closeness" in condition) return { "t-closeness": { ...condition["t-closeness"], t: threshold } };
  if ("beta-likeness" in condition) return { "beta-likeness": { ...condition["beta-likeness"], beta: threshold } };
  if ("marketer-risk" in condition) return { "marketer-risk": threshold };
  return "average-risk" in condition ? { "average-risk": threshold } : { "k-map": threshold };
}

/** A condition without its threshold. */
export function withoutThreshold(condition: Condition): unknown {
  if ("l-diversity" in condition) return { ...condition["l-diversity"], l: null };
  if ("t-closeness" in condition) return { ...condition["t-closeness"], t: null };
  if ("beta-likeness" in condition) return { ...condition["beta-likeness"], beta: null };
  return Object.keys(condition);
}

/** A recipe with these conditions beside its k. */
export function withConditions(recipe: Recipe, conditions: readonly Condition[]): Recipe {
  const { protect: _before, ...rest } = recipe;
  if (conditions.length === 0) return rest;
  return { ...recipe, protect: [{ "k-anonymity": recipe.privacy.k }, ...conditions] };
}

/** Whether the data read for a recipe are enough to check a list of conditions. */
export function isReadFor(recipe: Recipe, protect: readonly Condition[]): boolean {
  const other = { ...recipe, protect };
  const columns = conditioned(recipe);
  return conditioned(other).every((name) => {
    const distances = closenessOf(recipe, name);
    return columns.includes(name) && closenessOf(other, name).every((distance) => distances.includes(distance));
  });
}

/** A recipe with a different k, which is among its conditions if it has any. */
export function withK(recipe: Recipe, k: number): Recipe {
  return withConditions({ ...recipe, privacy: { ...recipe.privacy, k } }, conditionsOf(recipe));
}

/** Whether a condition can be on a column: it is sensitive, and released unchanged. */
function isConditionable(recipe: GivenRecipe, name: string): boolean {
  const { role, release } = recipe.columns[name] ?? {};
  return role === "sensitive" && (release === undefined || release === "keep") && recipe.count_column !== name;
}

/** The columns that a condition can be on. */
export function conditionable(recipe: Recipe): string[] {
  return Object.keys(recipe.columns).filter((name) => isConditionable(recipe, name));
}

/** The columns that conditions are on. */
export function conditioned(recipe: Recipe): string[] {
  const named = new Set((recipe.protect ?? []).map(columnOf));
  return Object.keys(recipe.columns).filter((name) => named.has(name));
}

/** A recipe without the conditions on columns that are no longer sensitive, or no longer released unchanged. */
export function withoutLooseConditions(recipe: Recipe): Recipe {
  const own = conditionsOf(recipe);
  const kept = own.filter((condition) => {
    const column = columnOf(condition);
    return column === null || isConditionable(recipe, column);
  });
  return kept.length === own.length ? recipe : withConditions(recipe, kept);
}

/** The distances by which the values of a column are compared with those of the table. */
export function closenessOf(recipe: Recipe, name: string): string[] {
  return (recipe.protect ?? []).flatMap((condition) => {
    if (!("t-closeness" in condition)) return [];
    const { column, distance = "equal" } = condition["t-closeness"];
    return column === name ? [distance] : [];
  });
}
