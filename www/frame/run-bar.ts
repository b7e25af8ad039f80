import { html, nothing, type TemplateResult } from "lit";
import type { Progress } from "../engine/protocol";
import { search } from "../state/searching";
import { currentResult } from "../state/study";
import type { Workbench } from "../state/workbench";
import { bigCount, count, loss, percent, seconds } from "../ui/format";
import { progressBar } from "../ui/progress";

/** The share of the lattice that needs no further look: checked or ruled out. */
function closed(progress: Progress): number | null {
  const size = Number(progress.latticeSize);
  if (!Number.isFinite(size) || size <= 0) return null;
  return Math.min(1, (progress.policiesChecked + progress.policiesPruned) / size);
}

function gap(progress: Progress): string {
  const { best, bound } = progress;
  if (best === null || best.loss <= 0) return "";
  return `(gap ${percent(Math.max(0, best.loss - bound) / best.loss)})`;
}

function figures(progress: Progress): TemplateResult {
  const { best } = progress;
  return html`<span>best <b>${best === null ? "none yet" : loss(best.loss)}</b></span>
    <span>proven ≥ <b>${loss(progress.bound)}</b> ${gap(progress)}</span>
    <span>${count(progress.policiesChecked)} of ${bigCount(progress.latticeSize)} policies checked</span>
    <span>${seconds(progress.milliseconds)}</span>`;
}

/** Only while something runs or has just ended. */
export function runBar(workbench: Workbench): TemplateResult | typeof nothing {
  const { activity } = workbench.study;
  const cancel = html`<button type="button" @click=${() => workbench.cancel()}>Cancel</button>`;
  if (activity?.kind === "searching") {
    const { progress } = activity;
    const share = progress === null ? null : closed(progress);
    return html`<section class="run-bar" aria-label="Run">
      ${progressBar("share of the lattice that is closed", share)}
      ${progress === null ? html`<span>starting</span>` : figures(progress)} ${cancel}
    </section>`;
  }
  if (activity !== null) {
    const share =
      activity.bytes === null || activity.bytes.total === 0 ? null : activity.bytes.done / activity.bytes.total;
    return html`<section class="run-bar" aria-label="Run">
      ${progressBar(activity.name, share)}
      <span>${activity.kind === "releasing" ? "writing and verifying" : "reading"} ${activity.name}</span> ${cancel}
    </section>`;
  }
  const result = currentResult(workbench.study);
  if (result === null) return nothing;
  const { progress, outcome } = result.found;
  const resumable = progress.status === "running" && workbench.engine.holdsSearch(result.search);
  return html`<section class="run-bar run-ended" aria-label="Run">
    <span class="run-state">${outcome.optimal ? "Proven best" : progress.status === "stopped" ? "Budget used up" : "Stopped"}</span>
    ${figures(progress)}
    ${resumable ? html`<button type="button" @click=${() => search(workbench, true)}>Resume</button>` : nothing}
  </section>`;
}
