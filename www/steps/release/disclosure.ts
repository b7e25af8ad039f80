import { html, nothing, type TemplateResult } from "lit";
import { withShuffle } from "../../state/recipe";
import { type Released, type Result, shuffleOf } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { disclosed } from "../../ui/disclosed";

/** The seed that a drawn order begins with; any other does as well. */
const FIRST_SEED = 1;

/** What a release may disclose although every claim holds: all of it once it is written, before that what is known. */
export function disclosure(
  result: Result,
  released: Released | null,
  shuffle: number | null,
): TemplateResult | typeof nothing {
  const known = released?.written.disclosure ?? result.found.head.disclosure;
  const told = known.filter(({ code }) => code !== "sorted" || shuffle === null);
  if (told.length === 0 && released === null) return nothing;
  return disclosed(told, released === null ? ["The rest is looked for while the release is written."] : []);
}

/** The order in which the rows are written. */
export function order(workbench: Workbench): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  if (recipe === null) return nothing;
  const seed = shuffleOf(recipe);
  const set = (shuffle: number | null) => workbench.change("order of the rows", withShuffle(recipe, shuffle));
  const draw = (event: Event) => {
    const given = (event.target as HTMLInputElement).valueAsNumber;
    if (Number.isSafeInteger(given) && given >= 0) set(given);
  };
  return html`<div class="row fields">
    <label class="check">
      <input type="checkbox" .checked=${seed !== null} @change=${() => set(seed === null ? FIRST_SEED : null)} />
      Write the rows in a drawn order
    </label>
    ${
      seed === null
        ? nothing
        : html`<label class="field">
            <span>Seed of the order</span>
            <input type="number" class="medium" min="0" step="1" .value=${String(seed)} @change=${draw} />
          </label>`
    }
  </div>`;
}
