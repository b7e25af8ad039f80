import { html, type TemplateResult } from "lit";
import type { Workbench } from "../state/workbench";
import { STEPS } from "../steps/steps";

/** The steps with their state, in any order: a step that is not possible yet says why, and can still be viewed. */
export function stepList(workbench: Workbench): TemplateResult {
  return html`<nav class="steps" aria-label=${workbench.names.label("Steps")}>
    <ol>
      ${STEPS.map(({ name, title, state: stateOf }, index) => {
        const state = stateOf(workbench);
        const current = workbench.step === name;
        return html`<li>
          <button
            type="button"
            class="step step-${state.kind}"
            aria-current=${current ? "step" : "false"}
            ?disabled=${state.kind === "blocked"}
            title=${state.words}
            @click=${() => workbench.goTo(name)}
          >
            <span class="step-number">${index + 1}</span>
            <span class="step-title">${title}</span>
            <span class="step-mark" aria-hidden="true">${state.mark}</span>
            <span class="step-words">${state.words}</span>
          </button>
        </li>`;
      })}
    </ol>
  </nav>`;
}
