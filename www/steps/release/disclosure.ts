import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../../engine/failure";
import { writingOf } from "../../state/recipe";
import type { Released, Result } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { disclosed } from "../../ui/disclosed";
import { rewrite } from "./pipeline";
import { removeThem, SUPPRESSED } from "./words";

/**
 * The disclosure risks that remain although every claim holds: all of them once the release is written, before that the
 * known ones.
 */
export function disclosure(
  workbench: Workbench,
  result: Result,
  released: Released | null,
): TemplateResult | typeof nothing {
  const { shuffle, removed } = writingOf(workbench.study.recipe);
  const { head, outcome } = result.found;
  const known = released?.written.disclosure ?? (removed ? head.disclosureRemoved : head.disclosure);
  const told = known.filter(({ code }) => code !== "sorted" || shuffle === null);
  // Removing the rows resolves both kinds, so the first of them offers it.
  const mended = told.find(({ code }) => code === "suppressed-class" || code === "suppressed-alike");
  const offer = () =>
    html` <button type="button" class="link" @click=${() => remove(workbench, true)}>${removeThem(outcome.suppressedRecords)}</button>`;
  if (told.length === 0 && released === null) return nothing;
  const notes = released === null ? ["The rest is looked for while the release is written."] : [];
  return disclosed(workbench.names, told, notes, (one) => (one === mended ? offer() : nothing));
}

function remove(workbench: Workbench, removed: boolean): void {
  rewrite(workbench, SUPPRESSED.undo, { removed });
}

/** The order in which the rows are written. */
export function options(workbench: Workbench): TemplateResult {
  const { shuffle: seed } = writingOf(workbench.study.recipe);
  const set = (shuffle: number | null) => rewrite(workbench, "order of the rows", { shuffle });
  const toggle = async () => {
    try {
      set(seed === null ? await workbench.engine.quick((face) => face.drawSeed()) : null);
    } catch (thrown) {
      workbench.fail("release", toKanonError(thrown));
    }
  };
  const draw = (event: Event) => {
    const given = (event.target as HTMLInputElement).valueAsNumber;
    if (Number.isSafeInteger(given) && given >= 0) set(given);
  };
  return html`<div class="row fields">
    <label class="check">
      <input type="checkbox" .checked=${seed !== null} @change=${toggle} />
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
