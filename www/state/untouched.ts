/** The columns that a release would publish unchanged, and the user's confirmation of each. */

import type { ColumnProfile, Recipe } from "../engine/wire/protocol";
import { roleOf, treatmentOf } from "./recipe";
import type { Study } from "./study";
import type { Workbench } from "./workbench";

/** Columns, each with its properties when the user agreed to publish it unchanged. */
export type Confirmed = Readonly<Record<string, string>>;

export interface Untouched {
  readonly column: ColumnProfile;
  /** Why it may identify persons; null if nothing suggests it. */
  readonly warning: string | null;
  readonly confirmed: boolean;
}

/** The most values of a column that may be confirmed together with others. */
const FEW = 50;

/** What a confirmation applies to: it lapses when this changes. */
function confirmable(recipe: Recipe, name: string): string {
  const { kind } = recipe.columns[name] ?? {};
  return JSON.stringify([kind ?? null, roleOf(recipe, name), treatmentOf(recipe, name)]);
}

/** Why a column that is published unchanged may identify persons: it looks like an identifier. */
export function identifierWarning(recipe: Recipe, { name, suggestion }: ColumnProfile): string | null {
  const role = roleOf(recipe, name);
  const isPublished = (role === "sensitive" || role === "insensitive") && treatmentOf(recipe, name) === "keep";
  return isPublished && suggestion.role === "identifier" ? suggestion.reason : null;
}

/** The columns that would be published unchanged, those to check first at the top. */
export function untouched({ recipe, source, confirmed }: Study): Untouched[] {
  if (recipe === null || source === null) return [];
  const isPublished = ({ name }: ColumnProfile) => {
    const role = roleOf(recipe, name);
    if (name === recipe.count_column) return true;
    return (role === "sensitive" || role === "insensitive") && treatmentOf(recipe, name) === "keep";
  };
  const all = source.profile.columns.filter(isPublished).map((column) => ({
    column,
    warning: identifierWarning(recipe, column),
    confirmed: confirmed[column.name] === confirmable(recipe, column.name),
  }));
  return [...all.filter(({ warning }) => warning !== null), ...all.filter(({ warning }) => warning === null)];
}

/** The columns that the user has not agreed to publish yet. */
export function unconfirmed(study: Study): string[] {
  return untouched(study).flatMap(({ column, confirmed }) => (confirmed ? [] : [column.name]));
}

/** Whether a column has few values, none of them unique to a record, and no warning. */
export function isPlain({ column, warning }: Untouched): boolean {
  return warning === null && column.distinctIsExact && column.distinct <= FEW && column.alone === 0;
}

/** Agrees to publish columns unchanged, or takes that back. */
export function confirm(workbench: Workbench, columns: readonly string[], agreed: boolean): void {
  const { recipe, confirmed } = workbench.study;
  if (recipe === null || columns.length === 0) return;
  const rest = Object.fromEntries(Object.entries(confirmed).filter(([name]) => !columns.includes(name)));
  const added = agreed ? columns.map((name) => [name, confirmable(recipe, name)] as const) : [];
  const what = columns.length === 1 ? columns[0] : `${columns.length} columns`;
  workbench.confirm(`${agreed ? "confirm" : "do not confirm"} ${what}`, { ...rest, ...Object.fromEntries(added) });
}
