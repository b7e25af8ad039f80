import { html, type TemplateResult } from "lit";
import { STEP_NAMES } from "../state/study";
import type { Workbench } from "../state/workbench";
import { STEPS } from "../steps/titles";
import { stateOf } from "./states";

/** The steps with their state. Any order: a step that is not yet possible says why, and can be looked at all the same. */
export function stepList(workbench: Workbench): TemplateResult {
  return html`<nav class="steps" aria-label="Steps">
    <ol>
      ${STEP_NAMES.map((name, index) => {
        const state = stateOf(workbench, name);
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
            <span class="step-title">${STEPS[name].title}</span>
            <span class="step-mark" aria-hidden="true">${state.mark}</span>
            <span class="step-words">${state.words}</span>
          </button>
        </li>`;
      })}
    </ol>
  </nav>`;
}
