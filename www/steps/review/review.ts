import { html, nothing, type TemplateResult } from "lit";
import type { StatementSource } from "../../engine/wire/review";
import type { Desk } from "../../state/desk";
import { areNamedAlike } from "../../state/filed";
import { give, NO_WORDS, readReleaseAs, takeAway } from "../../state/filing";
import { currentAnswer, lastAnswer } from "../../state/job";
import { undoReview } from "../../state/review-history";
import { canReview, type ReviewAnswer, reviewFinished } from "../../state/reviewing";
import { columnNames, type Source } from "../../state/source";
import type { Activity } from "../../state/study";
import { workersOf } from "../../state/workers";
import { tellerWords } from "../../text/review";
import { announce } from "../../ui/announcer";
import { failure } from "../../ui/failure";
import { chooseFiles } from "../../ui/files";
import { records } from "../../ui/format";
import { progressBar, shareOf } from "../../ui/progress";
import { dialectLine } from "../dialect-line";
import { staleHint } from "../stale";
import { View } from "../view";
import { ABOUT } from "./about";
import { columns } from "./columns";
import { conditionsToCheck } from "./conditions";
import { files } from "./files";
import { findings } from "./findings";
import { INVITATION } from "./invitation";
import { reviewSettings } from "./settings";
import { studied } from "./studied";
import { verdictButton } from "./verdict";

/** The review: a release made by others, with its report and recipe. */
export class ReviewStep extends View {
  private get desk(): Desk {
    return this.workbench.review;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Files that are dropped meanwhile are reviewed, not opened.
    this.workbench.takeDropped = (files) => void give(this.desk, files);
    this.addEventListener("keydown", this.keys);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.workbench.takeDropped = null;
    this.removeEventListener("keydown", this.keys);
  }

  /** The review has its own history. */
  private readonly keys = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    if (!isUndo || (event.target as HTMLElement).matches("input, textarea")) return;
    event.preventDefault();
    this.undo();
  };

  private undo(): void {
    const name = undoReview(this.desk);
    announce(this, name === null ? "Nothing to undo" : `Undone: ${name}`);
  }

  private async choose(): Promise<void> {
    await give(
      this.desk,
      await chooseFiles(
        ".csv,.tsv,.txt,.json,.gz,.proof,.zip,text/csv,text/plain,application/json,application/zip",
        true,
      ),
    );
  }

  protected override render(): TemplateResult {
    const { study } = this.desk;
    const { source, filing, before } = study;
    const error = study.failures.review;
    const answer = lastAnswer(study, "review");
    const has = (filing?.files.length ?? 0) > 0;
    const last = before.at(-1)?.name;
    return html`<header class="step-head">
        <div>
          <h1>${source === null ? ABOUT.title : source.name}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
        <div class="actions">
          ${
            this.workbench.study.source === null
              ? html`<button type="button" class="quiet" @click=${() => this.workbench.goTo("open")}>Back to the start</button>`
              : nothing
          }
          ${last === undefined ? nothing : html`<button type="button" title="Undo: ${last}" @click=${() => this.undo()}>Undo in the review</button>`}
          ${has ? html`<button type="button" @click=${() => takeAway(this.desk, null)}>Take all away</button>` : nothing}
          <button type="button" class=${has ? "" : "primary"} @click=${() => this.choose()}>
            ${has ? "Add files" : "Choose files to review"}
          </button>
        </div>
      </header>
      ${source === null ? INVITATION : nothing}
      ${files(this.desk)} ${error === undefined ? nothing : failure(error)}
      ${source === null ? studied(this.workbench) : this.asked(source)}
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

  /** The result, marked if the settings have changed since. */
  private standing(answer: ReviewAnswer): TemplateResult {
    const order = columnNames(this.desk.study.source);
    const found = findings(this.workbench.names, answer, order, this.words);
    if (currentAnswer(this.desk.study, "review") === null)
      return html`${staleHint("review")}
        <div class="stale">${found}</div>`;
    return html`${verdictButton(this.workbench, { found: answer, audited: answer.audited })} ${found}`;
  }

  private get words() {
    return this.desk.study.filing?.dossier.words ?? NO_WORDS;
  }

  private teller(by: StatementSource): string {
    return tellerWords(this.words, by);
  }

  private asked(source: Source): TemplateResult {
    const { desk } = this;
    const { promised } = desk.study;
    const names = columnNames(source);
    const absent = (promised?.columns ?? []).filter(({ name }) => !names.includes(name)).map(({ name }) => name);
    return html`<p class="facts">${records(source.profile.records)}</p>
      ${dialectLine(this.workbench.names, source, (dialect, change) => void readReleaseAs(desk, dialect, change))}
      ${
        promised !== null && !areNamedAlike(promised, source.dialect)
          ? html`<p class="hint care">
              The release has no names of columns, and columns were left out of it: report and recipe call them by other
              positions. Say which is what.
            </p>`
          : absent.length > 0
            ? html`<p class="hint care">Report or recipe name what the release does not have: ${absent.join(", ")}.</p>`
            : nothing
      }
      ${columns(desk)}
      <h2>What should hold</h2>
      ${reviewSettings(desk, (by) => this.teller(by))}
      ${conditionsToCheck(this.workbench, source, this.words)}
      <div class="row">
        <button
          type="button"
          class="primary"
          ?disabled=${!canReview(desk.study) || desk.study.activity !== null}
          @click=${() => reviewFinished(desk, workersOf(this.workbench))}
        >
          Review
        </button>
        ${canReview(desk.study) ? nothing : html`<small>${this.open()}</small>`}
      </div>`;
  }

  /** What must be set before there can be a verdict. */
  private open(): string {
    const { qis, k } = this.desk.study.reviewed;
    if (qis.length > 0 && k !== null) return "Say how the people of the population are counted.";
    if (qis.length > 0) return "Say which k should hold.";
    return k === null
      ? "Say which columns are quasi-identifiers, and which k should hold."
      : "Say which columns are quasi-identifiers.";
  }
}

customElements.define("kanon-review-step", ReviewStep);
