import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import type { Blank } from "../../engine/wire/uniques-rows";
import type { ReviewAnswer, Reviewing } from "../../state/reviewing";
import { BLANKS } from "../../text/uniques";
import { barred } from "../../ui/barred";
import { failure } from "../../ui/failure";
import { chooseFiles } from "../../ui/files";
import { cell, count, percent, records } from "../../ui/format";
import { progressBar } from "../../ui/progress";
import { View } from "../view";
import { ABOUT } from "./about";
import { disclosure, otherColumns } from "./others";

/** The second door: any finished file, and what it shows of itself. */
export class ReviewStep extends View {
  private get reviewing(): Reviewing {
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
    event.stopPropagation();
    document.documentElement.classList.remove("dropping");
    void this.reviewing.open(file, file.name);
  };

  private async choose(): Promise<void> {
    const [file] = await chooseFiles(".csv,.tsv,.txt,text/csv,text/plain", false);
    if (file !== undefined) await this.reviewing.open(file, file.name);
  }

  protected override render(): TemplateResult {
    const { reviewing } = this;
    const { finished, busy, error, answer } = reviewing;
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
      ${error === null ? nothing : failure(error)}
      ${
        busy === null
          ? nothing
          : html`<div class="busy">
              <p>${busy.words}</p>
              ${progressBar(busy.words, busy.share)}
              <button type="button" @click=${() => reviewing.cancel()}>Cancel</button>
            </div>`
      }
      ${answer === null ? nothing : this.answer(answer)}`;
  }

  private asked(): TemplateResult {
    const { reviewing } = this;
    const { settings, finished } = reviewing;
    const columns = finished?.reading.profile.columns ?? [];
    const tick = (name: string) => reviewing.know(name, settings.qis.includes(name) ? null : "quasi-identifier");
    const whole = (event: Event) => Math.floor((event.target as HTMLInputElement).valueAsNumber);
    return html`<p class="facts">${records(finished?.reading.profile.records ?? 0)}</p>
      <fieldset class="columns">
        <legend>Quasi-identifiers: what others may know</legend>
        ${columns.map(
          ({ name }) => html`<label class="check">
            <input type="checkbox" .checked=${settings.qis.includes(name)} @change=${() => tick(name)} />
            <span>${name}</span>
          </label>`,
        )}
      </fieldset>
      ${otherColumns(reviewing)}
      <div class="row fields">
        <label class="field">
          <span>k that should hold</span>
          <input
            type="number"
            class="medium"
            min="1"
            step="1"
            .value=${String(settings.k)}
            @change=${(event: Event) => whole(event) >= 1 && reviewing.change({ k: whole(event) })}
          />
        </label>
        <label class="field">
          <span>A cell with <code>*</code></span>
          <select
            @change=${(event: Event) => reviewing.change({ blank: (event.target as HTMLSelectElement).value as Blank })}
          >
            ${Object.entries(BLANKS).map(([value, words]) => html`<option value=${value} ?selected=${settings.blank === value}>${words}</option>`)}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            .checked=${settings.emptyIsBlank}
            @change=${() => reviewing.change({ emptyIsBlank: !settings.emptyIsBlank })}
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
            @change=${(event: Event) => reviewing.change({ maxSize: whole(event) >= 1 ? whole(event) : null })}
          />
          <small>quasi-identifiers; empty: all</small>
        </label>
      </div>
      <div class="row">
        <button
          type="button"
          class="primary"
          ?disabled=${settings.qis.length === 0 || reviewing.busy !== null}
          @click=${() => reviewing.review()}
        >
          Review
        </button>
      </div>`;
  }

  private answer(answer: ReviewAnswer): TemplateResult {
    const { settings, reviewed, uniques } = answer;
    const holds = reviewed.smallest >= settings.k;
    const figures: readonly (readonly [string, string])[] = [
      ["every record may be taken for at least", records(reviewed.smallest)],
      ["different rows", count(reviewed.classes)],
      ["records that are alone", count(reviewed.unique_records)],
      [`records below ${count(settings.k)}`, count(reviewed.records_below_k)],
      ["records that are all blank", count(reviewed.blank_records)],
      ["blank cells", count(reviewed.blank_cells.reduce((sum, cells) => sum + cells, 0))],
      ["highest risk of a record", percent(reviewed.highest_risk)],
      ["average risk of the records", percent(reviewed.average_risk)],
    ];
    return html`<section aria-labelledby="answer-title">
        <h2 id="answer-title" class=${holds ? "" : "bad"}>
          ${holds ? `${count(settings.k)}-anonymous` : `Not ${count(settings.k)}-anonymous`}
        </h2>
        <table class="rows tight">
          <tbody>
            ${figures.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`)}
          </tbody>
        </table>
      </section>
      ${disclosure(answer)} ${this.combinations(uniques)} ${this.worst(answer)}`;
  }

  private combinations(uniques: ReviewAnswer["uniques"]): TemplateResult {
    const sizes = uniques.combinations_by_size.map((number, index) => ({ size: index + 1, number }));
    const shown = sizes.filter(({ number }) => number > 0);
    const most = Math.max(1, ...shown.map(({ number }) => number));
    return html`<section aria-labelledby="unsafe-title">
      <h2 id="unsafe-title">Unsafe combinations</h2>
      <p>
        ${count(uniques.combinations)} minimum unsafe combinations in ${records(uniques.unsafe_records)}: fewer than
        ${count(uniques.k)} records have these values.
      </p>
      ${
        shown.length === 0
          ? nothing
          : savedTable(
              "Combinations by size",
              "review-combinations",
              () => [["quasi-identifiers", "combinations"], ...shown.map(({ size, number }) => [size, number])],
              html`<table class="rows tight">
                <thead>
                  <tr>
                    <th scope="col" class="number">quasi-identifiers together</th>
                    <th scope="col" class="number">combinations</th>
                  </tr>
                </thead>
                <tbody>
                  ${shown.map(({ size, number }) => html`<tr><th scope="row" class="number">${size}</th>${barred(number, most, count(number))}</tr>`)}
                </tbody>
              </table>`,
            )
      }
    </section>`;
  }

  private worst({ settings, reviewed }: ReviewAnswer): TemplateResult {
    // The core gives the cells in the order of the file.
    const order = this.reviewing.finished?.reading.profile.columns.map(({ name }) => name) ?? [];
    const columns = order.filter((name) => settings.qis.includes(name));
    return html`<section aria-labelledby="worst-title">
      <h2 id="worst-title">Worst rows</h2>
      ${savedTable(
        "Rows with the fewest others",
        "review-worst",
        () => [
          [...columns, "records", "may be taken for"],
          ...reviewed.worst.map(([cells, number, found]) => [...cells, number, found]),
        ],
        html`<table class="rows tight">
          <thead>
            <tr>
              ${columns.map((name) => html`<th scope="col">${name}</th>`)}
              <th scope="col" class="number">records</th>
              <th scope="col" class="number">may be taken for</th>
            </tr>
          </thead>
          <tbody>
            ${reviewed.worst.map(
              ([cells, number, found]) => html`<tr>
                ${cells.map((value) => html`<td>${cell(value)}</td>`)}
                <td class="number">${count(number)}</td>
                <td class="number">${count(found)}</td>
              </tr>`,
            )}
          </tbody>
        </table>`,
      )}
    </section>`;
  }
}

customElements.define("kanon-review", ReviewStep);
