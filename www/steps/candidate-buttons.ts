import { html, type TemplateResult } from "lit";
import { takeTried, tryOut } from "../state/compared";
import type { Candidate } from "../state/looked";
import type { Workbench } from "../state/workbench";

/** Buttons that show a policy under Compare, or make it the study's. `barred` says why it cannot be chosen. */
export function candidateButtons(workbench: Workbench, candidate: Candidate, barred = ""): TemplateResult {
  const busy = workbench.study.activity !== null;
  return html`<div class="candidate-buttons">
    <button type="button" class="quiet" ?disabled=${busy} aria-label="Try ${candidate.name}" @click=${() => tryOut(workbench, candidate)}>
      Try
    </button>
    <button
      type="button"
      class="quiet"
      ?disabled=${busy || barred !== ""}
      title=${barred}
      aria-label="Take ${candidate.name}"
      @click=${() => takeTried(workbench, candidate)}
    >
      Take
    </button>
  </div>`;
}
