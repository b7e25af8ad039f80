import { html, type TemplateResult } from "lit";
import { isWeight, withWeight } from "../state/recipe";
import type { Workbench } from "../state/workbench";

/** The weight of a column's loss. An invalid number is rejected in its field. */
export function weightInput(workbench: Workbench, column: string): TemplateResult {
  const { recipe } = workbench.study;
  const weight = recipe?.columns[column]?.weight ?? 1;
  const weigh = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const typed = input.valueAsNumber;
    input.value = String(weight);
    if (recipe === null) return;
    if (isWeight(typed)) workbench.change(`weight of ${column}`, withWeight(recipe, column, typed));
    else workbench.tell(`A weight is 0 or lies between 0.000001 and 1,000,000. That of ${column} stays as it was.`);
  };
  return html`<input
    type="number"
    class="short"
    min="0"
    max="1000000"
    step="any"
    aria-label="Weight of ${column}"
    .value=${String(weight)}
    @change=${weigh}
  />`;
}
