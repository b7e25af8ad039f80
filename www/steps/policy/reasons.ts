import { html, nothing, type TemplateResult } from "lit";
import type { KanonError } from "../../engine/wire/protocol";
import { hierarchyOf, isSeen, lookAt } from "../../state/shaping";
import type { Workbench } from "../../state/workbench";
import { failure } from "../../ui/failure";

/** Why these columns have no hierarchy, and what to do. Columns with the same problem are grouped. */
export function reasons(workbench: Workbench, columns: readonly string[]): TemplateResult | typeof nothing {
  const troubles = new Map<string, { error: KanonError; columns: string[] }>();
  for (const column of columns) {
    const view = lookAt(workbench, column, hierarchyOf(workbench, column));
    if (view === null || isSeen(view)) continue;
    const key = JSON.stringify([view.code, view.advice, view.place.value]);
    const known = troubles.get(key) ?? { error: view, columns: [] };
    known.columns.push(column);
    troubles.set(key, known);
  }
  if (troubles.size === 0) return nothing;
  return html`${[...troubles.values()].map(({ error, columns: same }) =>
    failure({ ...error, place: { ...error.place, column: same.join(", ") } }),
  )}`;
}
