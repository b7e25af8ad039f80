import { html, nothing, type TemplateResult } from "lit";
import type { Blank } from "../../engine/wire/uniques-rows";
import type { Desk } from "../../state/desk";
import { currentAnswer, lastAnswer } from "../../state/job";
import { changeReview, know, openFinished, type ReviewAnswer, reviewFinished } from "../../state/reviewing";
import type { Activity } from "../../state/study";
import { BLANKS } from "../../text/uniques";
import { failure } from "../../ui/failure";
import { chooseFiles } from "../../ui/files";
import { records } from "../../ui/format";
import { progressBar, shareOf } from "../../ui/progress";
import { staleHint } from "../stale";
import { View } from "../view";
import { ABOUT } from "./about";
import { findings } from "./findings";
import { otherColumns } from "./others";

/** The second door: any finished file, and what it shows of itself. */
export class ReviewStep extends View {
  private get desk(): Desk {
    return this.workbench.review;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("drop", this.take);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("drop", this.take);
  }

  /** A file that is dropped here is reviewed, not opened. */
  private readonly take = (event: DragEvent) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    void openFinished(this.desk, file, file.name);
  };

  private async choose(): Promise<void> {
    const [file] = await chooseFiles(".csv,.tsv,.txt,text/csv,text/plain", false);
    if (file !== undefined) await openFinished(this.desk, file, file.name);
  }

  protected override render(): TemplateResult {
    const { study } = this.desk;
    const finished = study.source;
    const error = study.failures.review;
    const answer = lastAnswer(study, "review");
    return html`<header class="step-head">
        <div>
          <h1>${finished === null ? ABOUT.title : finished.name}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
        <button type="button" class=${finished === null ? "primary" : ""} @click=${() => this.choose()}>
          Choose a finished file
        </button>
      </header>
      ${finished === null ? html`<p class="hint">Choose a file, or drop it here. It stays on this device.</p>` : this.asked()}
      ${error === undefined ? nothing : failure(error)}
      ${study.activity === null ? nothing : this.busy(study.activity)}
      ${answer === null ? nothing : this.standing(answer)}`;
  }

  private busy(activity: Activity): TemplateResult {
    const isReading = "bytes" in activity;
    const words = isReading ? `Reading ${activity.name}` : "Reviewing";
    const share = isReading ? shareOf(activity.bytes) : activity.kind === "finding" ? activity.share : null;
    return html`<div class="busy">
      <p>${words}</p>
      ${progressBar(words, share)}
      <button type="button" @click=${() => this.desk.cancel()}>Cancel</button>
    </div>`;
  }

  /** The answer, marked where the settings have changed since. */
  private standing(answer: ReviewAnswer): TemplateResult {
    const order = this.desk.study.source?.profile.columns.map(({ name }) => name) ?? [];
    return currentAnswer(this.desk.study, "review") === null
      ? html`${staleHint("review")}
          <div class="stale">${findings(this.workbench.names, answer, order)}</div>`
      : findings(this.workbench.names, answer, order);
  }

  private asked(): TemplateResult {
    const { desk } = this;
    const { reviewed: settings, source } = desk.study;
    const columns = source?.profile.columns ?? [];
    const tick = (name: string) => know(desk, name, settings.qis.includes(name) ? null : "quasi-identifier");
    const whole = (event: Event) => Math.floor((event.target as HTMLInputElement).valueAsNumber);
    return html`<p class="facts">${records(source?.profile.records ?? 0)}</p>
      <fieldset class="columns">
        <legend>Quasi-identifiers: what others may know</legend>
        ${columns.map(
          ({ name }) => html`<label class="check">
            <input type="checkbox" .checked=${settings.qis.includes(name)} @change=${() => tick(name)} />
            <span>${name}</span>
          </label>`,
        )}
      </fieldset>
      ${otherColumns(desk)}
      <div class="row fields">
        <label class="field">
          <span>k that should hold</span>
          <input
            type="number"
            class="medium"
            min="1"
            step="1"
            .value=${String(settings.k)}
            @change=${(event: Event) => whole(event) >= 1 && changeReview(desk, { k: whole(event) })}
          />
        </label>
        <label class="field">
          <span>A cell with <code>*</code></span>
          <select
            @change=${(event: Event) => changeReview(desk, { blank: (event.target as HTMLSelectElement).value as Blank })}
          >
            ${Object.entries(BLANKS).map(([value, words]) => html`<option value=${value} ?selected=${settings.blank === value}>${words}</option>`)}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            .checked=${settings.emptyIsBlank}
            @change=${() => changeReview(desk, { emptyIsBlank: !settings.emptyIsBlank })}
          />
          Cells without a value are like <code>*</code>
        </label>
        <label class="field">
          <span>Combinations of at most</span>
          <input
            type="number"
            class="medium"
            min="1"
            step="1"
            .value=${settings.maxSize === null ? "" : String(settings.maxSize)}
            @change=${(event: Event) => changeReview(desk, { maxSize: whole(event) >= 1 ? whole(event) : null })}
          />
          <small>quasi-identifiers; empty: all</small>
        </label>
      </div>
      <div class="row">
        <button
          type="button"
          class="primary"
          ?disabled=${settings.qis.length === 0 || desk.study.activity !== null}
          @click=${() => reviewFinished(desk)}
        >
          Review
        </button>
      </div>`;
  }
}

customElements.define("kanon-review-step", ReviewStep);
