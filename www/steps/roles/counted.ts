/** How many records a row represents: one, or the number in a column. */

import { html, nothing, type TemplateResult } from "lit";
import type { Recipe } from "../../engine/wire/protocol";
import { withCounts } from "../../state/recipe";
import type { Source } from "../../state/source";
import type { Workbench } from "../../state/workbench";

export function counted(workbench: Workbench, { profile }: Source, recipe: Recipe): TemplateResult | typeof nothing {
  const { count_column: counts } = recipe;
  const whole = profile.columns.filter(({ name, kind }) => kind === "integer" || name === counts);
  if (whole.length === 0) return nothing;
  const change = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    const column = value === "" ? null : (whole[Number(value)]?.name ?? null);
    const name = column === null ? "a row is one record" : `${column} counts records`;
    workbench.change(name, withCounts(recipe, column));
  };
  return html`<label class="field">
    <span>A row stands for</span>
    <select @change=${change}>
      <option value="" ?selected=${counts === null}>one record</option>
      ${whole.map(({ name }, place) => html`<option value=${place} ?selected=${name === counts}>as many records as ${name} says</option>`)}
    </select>
    <small>An extract of a database, or another table that comes grouped, has a column that counts.</small>
  </label>`;
}
