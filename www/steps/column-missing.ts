import { html, nothing, type TemplateResult } from "lit";
import type { ColumnProfile } from "../engine/wire/protocol";
import { setMissing } from "../state/opening";
import { profileOf } from "../state/source";
import { cell, count, percent } from "../ui/format";
import { missingOffers } from "./missing-offers";
import { View } from "./view";

/**
 * The records of a column without a value, and the values that mean a missing one: proposed, accepted, added by hand.
 */
export class ColumnMissing extends View {
  static override properties = { ...View.properties, column: { attribute: false } };
  declare column: string;
  /** Whether a code is being typed. */
  private typing = false;

  protected override render(): TemplateResult | typeof nothing {
    const { source, recipe } = this.workbench.study;
    const profile = profileOf(source, this.column);
    if (source === null || recipe === null || profile === undefined) return nothing;
    const own = recipe.columns[this.column]?.missing ?? [];
    return html`<span>${missingText(profile, source.profile.records)}</span>
      ${own.length === 0 ? nothing : this.taken(own)}
      ${missingOffers(this.workbench, profile)}
      ${this.typing ? this.entry(own) : this.opener()}`;
  }

  private taken(own: readonly string[]): TemplateResult {
    const without = (code: string) => own.filter((other) => other !== code);
    return html`<ul class="codes" aria-label="Missing codes of ${this.column}">
      ${own.map(
        (code) => html`<li>
          <code>${cell(code)}</code>
          <button
            type="button"
            class="link"
            aria-label="take back: ${cell(code)} is a value of ${this.column}"
            @click=${() => this.set(without(code))}
          >
            take back
          </button>
        </li>`,
      )}
    </ul>`;
  }

  private opener(): TemplateResult {
    const open = () => {
      this.typing = true;
      this.requestUpdate();
      void this.updateComplete.then(() => this.querySelector("input")?.focus());
    };
    return html`<button type="button" class="link" aria-label="add a code… that means missing in ${this.column}" @click=${open}>
      add a code…
    </button>`;
  }

  private entry(own: readonly string[]): TemplateResult {
    const close = () => {
      this.typing = false;
      this.requestUpdate();
    };
    const submit = (event: Event) => {
      event.preventDefault();
      const code = (event.currentTarget as HTMLFormElement).querySelector("input")?.value ?? "";
      close();
      if (code !== "") this.set([...own, code]);
    };
    const keys = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    };
    return html`<form class="row" @submit=${submit} @keydown=${keys}>
      <input type="text" class="medium" spellcheck="false" aria-label="Missing code of ${this.column}" required />
      <button type="submit">Add</button>
    </form>`;
  }

  private set(codes: readonly string[]): void {
    void setMissing(this.workbench, this.column, codes);
  }
}

function missingText({ missing }: ColumnProfile, records: number): string {
  return missing === 0 ? "0" : `${count(missing)} (${percent(missing / Math.max(1, records))})`;
}

customElements.define("kanon-column-missing", ColumnMissing);
