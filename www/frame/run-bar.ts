import { html, nothing, type TemplateResult } from "lit";
import type { Outcome, Progress } from "../engine/protocol";
import { search } from "../state/searching";
import { currentResult, type Result } from "../state/study";
import { View } from "../steps/view";
import { algorithmName } from "../text/en";
import { bigCount, count, loss, percent, plural, seconds } from "../ui/format";
import { progressBar } from "../ui/progress";

/** A proven result stays for so long; one that can be resumed stays until it is put away. */
const STAYS_MILLISECONDS = 20_000;

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

function ended({ chosen, optimal }: Outcome, { status }: Progress): string {
  if (chosen) return "Chosen by hand";
  if (optimal) return "Proven best";
  return { done: "Ended, not proven", stopped: "Budget used up", running: "Stopped" }[status];
}

/** The bar at the bottom: while something runs, and for a while after it has ended. */
export class RunBar extends View {
  private shown: Result | null = null;
  private away = false;
  private timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  private putAway(): void {
    clearTimeout(this.timer);
    this.away = true;
    this.requestUpdate();
  }

  /** Time begins anew when the result changes or the pointer or focus leaves the bar; it stands still while either is in it. */
  private stay(): void {
    clearTimeout(this.timer);
    if (this.shown?.found.outcome.optimal !== true || this.away) return;
    this.timer = window.setTimeout(() => this.putAway(), STAYS_MILLISECONDS);
  }

  protected override willUpdate(): void {
    const { result } = this.workbench.study;
    if (result === this.shown) return;
    this.shown = result;
    this.away = false;
    this.stay();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { workbench } = this;
    const { activity } = workbench.study;
    const cancel = html`<button type="button" @click=${() => workbench.cancel()}>Cancel</button>`;
    if (activity?.kind === "searching" || activity?.kind === "comparing") {
      const { progress } = activity;
      const share = progress === null ? null : closed(progress);
      return html`<section class="run-bar" aria-label="Run">
        ${activity.kind === "comparing" ? html`<span class="run-state">${algorithmName(activity.name)}</span>` : nothing}
        ${progressBar("share of the lattice that is closed", share)}
        ${progress === null ? html`<span>starting</span>` : figures(progress)} ${cancel}
      </section>`;
    }
    if (activity?.kind === "studying") {
      const { done, left } = activity;
      const words =
        left === null ? "starting the study" : `${count(done)} of ${plural(done + left, "row")} of the study`;
      return html`<section class="run-bar" aria-label="Run">
        ${progressBar("rows of the study that are made", left === null ? null : done / Math.max(1, done + left))}
        <span>${words}</span> ${cancel}
      </section>`;
    }
    if (activity?.kind === "frontier") {
      const { evaluated, most } = activity;
      return html`<section class="run-bar" aria-label="Run">
        ${progressBar("policies that may be evaluated", evaluated / most)}
        <span>${plural(evaluated, "policy", "policies")} of the frontier evaluated</span> ${cancel}
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
    return result === null || this.away ? nothing : this.ended(result);
  }

  private ended(result: Result): TemplateResult {
    const { workbench } = this;
    const { progress, outcome } = result.found;
    const resumable = progress.status === "running" && workbench.engine.holdsSearch(result.search);
    const hold = () => clearTimeout(this.timer);
    return html`<section
      class="run-bar run-ended"
      aria-label="Run"
      @pointerenter=${hold}
      @focusin=${hold}
      @pointerleave=${this.stay}
      @focusout=${this.stay}
    >
      <span class="run-state">${ended(outcome, progress)}</span>
      ${figures(progress)}
      <span class="run-actions">
        ${resumable ? html`<button type="button" @click=${() => search(workbench, true)}>Resume</button>` : nothing}
        <button type="button" class="quiet" @click=${this.putAway}>Put away</button>
      </span>
    </section>`;
  }
}

customElements.define("kanon-run-bar", RunBar);
