import { html, nothing, type TemplateResult } from "lit";
import type { Span } from "../../engine/wire/compare-rows";
import { chosenCells } from "../../state/chosen";
import { type Compared, compareCandidates, currentCandidates, wanted } from "../../state/compared";
import { lastAnswer } from "../../state/job";
import { failure } from "../../ui/failure";
import { percent } from "../../ui/format";
import { busy } from "../../ui/progress";
import { View } from "../view";
import { waysFrom } from "../ways";
import { ABOUT } from "./about";
import { choice } from "./choice";
import { columnViews } from "./columns";
import { crossView } from "./cross";
import type { Suppressed } from "./groups";
import { overall } from "./overall";
import { protection } from "./protection";

/** A group of a column that is marked wherever the column is shown. */
export interface Mark {
  readonly column: string;
  readonly span: Span;
}

/** The effect of a policy on the table, beside another one. */
export class CompareStep extends View {
  private suppressed: Suppressed = "in";
  private mark: Mark | null = null;
  private readonly opened = new Set<string>();
  private firstOpened = false;

  /** It only takes a moment, so it starts automatically. After a cancel or a failure it starts on request. */
  protected override updated(): void {
    const { study } = this.workbench;
    if (study.activity !== null || wanted(study).length === 0 || currentCandidates(study) !== null) return;
    void compareCandidates(this.workbench);
  }

  protected override render(): TemplateResult {
    const { workbench } = this;
    const { recipe, source, failures, activity } = workbench.study;
    if (recipe === null || source === null) return html`${nothing}`;
    const amiss = failures.compare;
    const job = currentCandidates(workbench.study);
    const current = job?.state === "ended";
    const shown = lastAnswer(workbench.study, "candidates");
    return html`<header class="step-head">
        <div>
          <h1>${ABOUT.title}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
      </header>
      ${
        chosenCells(recipe) === null
          ? nothing
          : html`<p class="hint">
              Release suppresses single cells in place of a policy. What that does to each column stands under
              <button type="button" class="link" @click=${() => workbench.goTo("uniques")}>Uniques</button>; here stand
              policies, which suppress whole records.
            </p>`
      }
      ${
        wanted(workbench.study).length === 0
          ? html`<p class="hint">
              There is no policy yet.
              <button type="button" class="link" @click=${() => workbench.goTo("policy")}>Find one under Policy</button>.
            </p>`
          : choice(workbench)
      }
      ${amiss === undefined ? nothing : failure(amiss, () => workbench.clearFailure("compare"), waysFrom(workbench, amiss))}
      ${
        activity?.kind === "encoding"
          ? busy(`Reading the quasi-identifiers of ${activity.name}`, activity.bytes, () => workbench.cancel())
          : nothing
      }
      ${
        activity !== null && activity.kind !== "finding" && activity.kind !== "encoding" && !current
          ? html`<p class="hint" role="status">Something else is being worked on, as the bar below says. The comparison begins when that has ended.</p>`
          : nothing
      }
      ${activity?.kind === "finding" ? html`<p class="caption" role="status">${percent(activity.share)} of ${activity.name}</p>` : nothing}
      ${
        activity === null && (job?.state === "cancelled" || job?.state === "failed")
          ? html`<div class="row"><button type="button" class="primary" @click=${() => compareCandidates(workbench)}>Compare now</button></div>`
          : nothing
      }
      ${shown === null || wanted(workbench.study).length === 0 ? nothing : html`<div class=${current ? "" : "stale"}>${this.found(shown)}</div>`}`;
  }

  private found(compared: readonly Compared[]): TemplateResult {
    const [first] = compared;
    if (first === undefined) return html`${nothing}`;
    if (!this.firstOpened && first.row.columns[0] !== undefined) {
      this.opened.add(first.row.columns[0].column);
      this.firstOpened = true;
    }
    const mark = (column: string, span: Span | null) => {
      this.mark = span === null ? null : { column, span };
      this.requestUpdate();
    };
    const open = (column: string, isOpen: boolean) => {
      if (isOpen) this.opened.add(column);
      else this.opened.delete(column);
      this.requestUpdate();
    };
    return html`${overall(this.workbench, compared)}
      ${columnViews(this.workbench, compared, { suppressed: this.suppressed, mark: this.mark, opened: this.opened }, mark, open, this.counting())}
      ${crossView(this.workbench, compared, this.mark, mark)} ${protection(this.workbench, compared, this.suppressed)}`;
  }

  /** Whether suppressed records are counted. */
  private counting(): TemplateResult {
    const radio = (value: Suppressed, words: string) => html`<label class="check">
      <input
        type="radio"
        name=${this.workbench.names.id("suppressed-counted")}
        .checked=${this.suppressed === value}
        @change=${() => {
          this.suppressed = value;
          this.requestUpdate();
        }}
      />
      <span>${words}</span>
    </label>`;
    return html`<fieldset class="row">
      <legend>Suppressed records</legend>
      ${radio("in", "counted, as a group of their own")} ${radio("out", "left out: shares are of the records that are kept")}
    </fieldset>`;
  }
}

customElements.define("kanon-compare-step", CompareStep);
