import { html, nothing, type TemplateResult } from "lit";
import { isKanonError } from "../engine/failure";
import type { ColumnProfile, ReadColumn, ValueReading } from "../engine/wire/protocol";
import { readColumn } from "../state/reading";
import { kindOf, setKind } from "../state/shaping";
import { profileOf } from "../state/source";
import { DATE_LETTERS, GENERAL_KINDS, kindName } from "../text/kinds";
import { failure } from "../ui/failure";
import { cell, plural, records } from "../ui/format";
import { View } from "./view";

const SHOWN = 5;
const OPEN = "";
const OTHER_DATE = "other date";

/** The kind of a column and the format of its values: selected from those that fit, or entered. */
export class ColumnKind extends View {
  static override properties = { ...View.properties, column: { attribute: false } };
  declare column: string;
  /** Whether a date format is being typed. */
  private typing = false;

  protected override render(): TemplateResult | typeof nothing {
    const profile = profileOf(this.workbench.study.source, this.column);
    if (profile === undefined) return nothing;
    const kind = kindOf(this.workbench, this.column);
    return html`${this.select(profile, kind)} ${this.typing ? this.pattern(kind) : nothing}
    ${kind === null ? this.open(profile) : this.chosen(kind)}
    ${profile.lists == null ? nothing : html`<p class="caption">${profile.lists}</p>`}`;
  }

  private select(profile: ColumnProfile, kind: ValueReading | null): TemplateResult {
    const offered = offeredFor(profile, kind);
    const value = this.typing ? OTHER_DATE : kind === null ? OPEN : JSON.stringify(kind);
    const choose = (event: Event) => this.choose((event.target as HTMLSelectElement).value);
    return html`<select class="kind ${profile.isDoubtful && kind === null ? "care" : ""}" aria-label="Kind of ${this.column}" .value=${value} @change=${choose}>
      <option value=${OPEN} ?selected=${value === OPEN}>${unsaid(profile)}</option>
      ${offered.map((key) => html`<option value=${key} ?selected=${key === value}>${kindName(JSON.parse(key) as ValueReading)}</option>`)}
      <option value=${OTHER_DATE} ?selected=${value === OTHER_DATE}>date in another form…</option>
    </select>`;
  }

  private choose(key: string): void {
    this.typing = key === OTHER_DATE;
    this.requestUpdate();
    if (this.typing) return;
    void setKind(this.workbench, this.column, key === OPEN ? null : (JSON.parse(key) as ValueReading));
  }

  private pattern(kind: ValueReading | null): TemplateResult {
    const given = kind !== null && typeof kind === "object" && "date" in kind ? (kind.date.format ?? "") : "";
    const set = (event: Event) => {
      const format = (event.target as HTMLInputElement).value.trim();
      this.typing = false;
      if (format !== "") void setKind(this.workbench, this.column, { date: { format } });
      this.requestUpdate();
    };
    return html`<label class="field">
      <span>Form of the dates</span>
      <input type="text" spellcheck="false" placeholder="dd/MM/yyyy" .value=${given} @change=${set} />
      <small>${DATE_LETTERS}</small>
    </label>`;
  }

  /** The readings side by side, if the reading is open. */
  private open(profile: ColumnProfile): TemplateResult | typeof nothing {
    if (profile.exceptions !== null) {
      return html`<p class="caption">${profile.exceptions}. So the column is text.</p>`;
    }
    if (!profile.isDoubtful) return nothing;
    return html`<fieldset class="attention kinds">
      <legend>What do the values of ${this.column} mean?</legend>
      ${profile.readings.map((reading) => {
        const read = readColumn(this.workbench, this.column, reading);
        return html`<button type="button" @click=${() => this.choose(JSON.stringify(reading))}>${kindName(reading)}</button>
          ${read === null || isKanonError(read) ? nothing : examples(read)}`;
      })}
    </fieldset>`;
  }

  /** Values that do not fit the selected kind. */
  private chosen(kind: ValueReading): TemplateResult | typeof nothing {
    const read = readColumn(this.workbench, this.column, kind);
    if (read === null) return nothing;
    if (isKanonError(read)) return failure(read);
    if (read.otherValues === 0) return typeof kind === "string" ? nothing : examples(read);
    return html`<div class="attention kinds">
      <p>
        ${plural(read.otherValues, "value")} (${records(read.otherRecords)}) ${read.otherValues === 1 ? "is" : "are"} no
        ${kindName(kind)}: mark ${read.otherValues === 1 ? "it" : "them"} as missing above, mend the file, or choose another kind.
      </p>
      <ul>
        ${read.others.slice(0, SHOWN).map((entry) => html`<li><code>${cell(entry.value)}</code> ${records(entry.count)}</li>`)}
      </ul>
    </div>`;
  }
}

/** The text for an undecided kind. */
function unsaid(profile: ColumnProfile): string {
  if (profile.isDoubtful) return "choose: it can be read in two ways";
  const [reading] = profile.readings;
  if (profile.kind === "empty") return "empty";
  return reading === undefined || profile.exceptions !== null ? "category or text" : kindName(reading);
}

function offeredFor(profile: ColumnProfile, kind: ValueReading | null): string[] {
  const all = [...(kind === null ? [] : [kind]), ...profile.readings, ...GENERAL_KINDS];
  return [...new Set(all.map((reading) => JSON.stringify(reading)))];
}

function examples(read: ReadColumn): TemplateResult {
  return html`<ul class="readings">
    ${read.examples.map(
      (example) =>
        html`<li><code>${cell(example.value)}</code> ${example.meaning == null ? "does not conform" : html`is <b>${example.meaning}</b>`}</li>`,
    )}
  </ul>`;
}

customElements.define("kanon-column-kind", ColumnKind);
