import { html, nothing, type TemplateResult } from "lit";
import type { Outcome, Progress } from "../engine/wire/protocol";
import { chosenCells } from "../state/chosen";
import { jobOfFile } from "../state/job";
import { currentResult, lastResult, type Result } from "../state/result";
import { closedShare, pause, search } from "../state/searching";
import type { Activity, TrailPoint } from "../state/study";
import { timeLeft } from "../state/time-left";
import { View } from "../steps/view";
import { algorithmName } from "../text/en";
import { bigCount, count, loss, percent, plural, seconds } from "../ui/format";
import { butEmpty } from "../ui/left";
import { progressBar, shareOf } from "../ui/progress";
import "../ui/starting";

/** A proven result stays for this long; a result that can be continued stays until it is dismissed. */
const STAYS_MILLISECONDS = 20_000;

function gap(progress: Progress): string {
  const { best, bound } = progress;
  if (best === null || best.loss <= 0) return "";
  return `(gap ${percent(Math.max(0, best.loss - bound) / best.loss)})`;
}

function figures(progress: Progress): TemplateResult {
  const { best } = progress;
  return html`<span>best <b>${best === null ? "none yet" : loss(best.loss)}</b></span>
    <span>proven ≥ <b>${loss(progress.bound)}</b> ${gap(progress)}</span>
    <span>${work(progress)}</span>
    <span>${seconds(progress.milliseconds)}</span>`;
}

/** A search that closes boxes of policies checks few of them individually. */
function work({ boxes, latticeSize, policiesChecked }: Progress): string {
  const size = bigCount(latticeSize);
  return boxes === null
    ? `${count(policiesChecked)} of ${size} policies checked`
    : `${percent(floored(boxes.closed))} of ${size} policies closed, in ${plural(boxes.lookedAt, "box", "boxes")}`;
}

/** Rounds down, so that 100 % means complete. */
function floored(share: number): number {
  return Math.floor(share * 1000) / 1000;
}

function left(trail: readonly TrailPoint[]): TemplateResult | typeof nothing {
  const range = timeLeft(trail);
  if (range === null) return nothing;
  const most = Number.isFinite(range.most) ? `to ${seconds(range.most)}` : "or more";
  return html`<span title="At the pace of the whole search, and at that of its last half">${seconds(range.least)} ${most} left</span>`;
}

function ended(outcome: Outcome, { status }: Progress): string {
  const { chosen, optimal, latticeSize } = outcome;
  if (chosen) return "Chosen by hand";
  if (latticeSize === "1") return "No search: one policy is allowed";
  if (optimal) return `Proven best${butEmpty(outcome)}`;
  return { done: "Ended, not proven", stopped: "Budget used up", running: "Stopped" }[status];
}

/** The verb for work on a file. */
function verb(activity: Extract<Activity, { bytes: unknown }>): string {
  if (activity.kind === "releasing") return "writing and verifying";
  return activity.bytes?.prepared === undefined ? "reading" : "preparing";
}

/** The bar at the bottom: shown while something runs, and for a while afterwards. */
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

  /**
   * The time restarts when the result changes or the pointer or focus leaves the bar; it is stopped while either is in
   * it.
   */
  private stay(): void {
    clearTimeout(this.timer);
    if (this.shown?.found.outcome.optimal !== true || this.away) return;
    this.timer = window.setTimeout(() => this.putAway(), STAYS_MILLISECONDS);
  }

  protected override willUpdate(): void {
    const result = lastResult(this.workbench.study);
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
      const share = progress === null ? null : closedShare(progress);
      return html`<section class="run-bar" aria-label=${this.workbench.names.label("Run")}>
        <span class="run-state">${activity.kind === "comparing" ? algorithmName(activity.name) : `k = ${count(activity.k)}`}</span>
        ${progressBar("share of the lattice that is closed", share)}
        ${progress === null ? html`<kanon-starting></kanon-starting>` : figures(progress)}
        ${activity.kind === "searching" ? this.pace(activity) : nothing}
        <span class="run-actions">${activity.kind === "searching" ? this.pauseButton(activity.paused) : nothing} ${cancel}</span>
      </section>`;
    }
    if (activity?.kind === "frontier") {
      const { evaluated, share, space } = activity;
      const done = space === "partition" ? "of the frontier evaluated" : "or boxes of them looked at for the frontier";
      return html`<section class="run-bar" aria-label=${this.workbench.names.label("Run")}>
        ${progressBar("the search", share)}
        <span>${plural(evaluated, "policy", "policies")} ${done}</span> ${cancel}
      </section>`;
    }
    if (activity?.kind === "sweeping") {
      const { done, all } = activity;
      return html`<section class="run-bar" aria-label=${this.workbench.names.label("Run")}>
        ${progressBar("best policies that are proven", all === null ? null : done / Math.max(1, all))}
        <span>${all === null ? "starting the curve" : `${count(done)} of ${plural(all, "best policy", "best policies")} proven`}</span>
        ${cancel}
      </section>`;
    }
    if (activity?.kind === "finding") {
      const { name, share, cost, bound = 0, end = null } = activity;
      const proven = bound > 0 ? `, at least ${count(bound)}` : "";
      return html`<section class="run-bar" aria-label=${this.workbench.names.label("Run")}>
        ${progressBar(name, share)} <span>${percent(share)} of ${name}</span>
        ${cost > 0 ? html`<span>${count(cost)} so far${proven}</span>` : nothing}
        <span class="run-actions">${end === null ? nothing : html`<button type="button" title="Ends the search with the best so far" @click=${end}>Take these</button>`} ${cancel}</span>
      </section>`;
    }
    if (activity?.kind === "proving") {
      const { share, nodes } = activity;
      const closed = `${percent(floored(share))} of the policies closed, ${plural(nodes ?? 0, "node")}`;
      return html`<section class="run-bar" aria-label=${this.workbench.names.label("Run")}>
        ${progressBar(nodes === null ? "nodes of the proof that are checked" : "share of the policies that is closed", share)}
        <span>${nodes === null ? `${percent(floored(share))} of the proof checked` : closed}</span> ${cancel}
      </section>`;
    }
    if (activity !== null) {
      const share = shareOf(activity.bytes);
      return html`<section class="run-bar" aria-label=${this.workbench.names.label("Run")}>
        ${progressBar(activity.name, share)}
        <span>${verb(activity)} ${activity.name}</span> ${cancel}
      </section>`;
    }
    // If cells are suppressed, the result of a search is not what is released.
    if (chosenCells(workbench.study.recipe) !== null) return nothing;
    const result = currentResult(workbench.study);
    return result === null || this.away ? nothing : this.ended(result);
  }

  /** The remaining time of the search, and its number of workers. */
  private pace({ progress, workers, paused }: Extract<Activity, { kind: "searching" }>): TemplateResult {
    return html`${paused || progress === null ? nothing : left(jobOfFile(this.workbench.study, "search")?.reached ?? [])}
      ${workers > 1 ? html`<span>${plural(workers, "worker")}</span>` : nothing}`;
  }

  private pauseButton(paused: boolean): TemplateResult {
    return html`<button type="button" @click=${() => pause(this.workbench, !paused)}>${paused ? "Go on" : "Pause"}</button>`;
  }

  private ended(result: Result): TemplateResult {
    const { workbench } = this;
    const { progress, outcome } = result.found;
    const resumable = progress.status === "running" && workbench.engine.holdsSearch(result.search);
    const hold = () => clearTimeout(this.timer);
    return html`<section
      class="run-bar run-ended"
      aria-label=${this.workbench.names.label("Run")}
      @pointerenter=${hold}
      @focusin=${hold}
      @pointerleave=${this.stay}
      @focusout=${this.stay}
    >
      <span class="run-state">${ended(outcome, progress)}</span>
      ${outcome.latticeSize === "1" ? nothing : figures(progress)}
      <span class="run-actions">
        ${resumable ? html`<button type="button" @click=${() => search(workbench, true)}>Resume</button>` : nothing}
        <button type="button" class="quiet" @click=${this.putAway}>Put away</button>
      </span>
    </section>`;
  }
}

customElements.define("kanon-run-bar", RunBar);
