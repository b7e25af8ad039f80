/** Results as elements for other pages: previewed as text, copied or saved. */

import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../engine/failure";
import type { KanonError, Snippet } from "../engine/wire/protocol";
import { EXHIBITS } from "../text/exhibits";
import { isCopied } from "../ui/clipboard";
import { openDialog } from "../ui/dialog";
import { failure } from "../ui/failure";
import { download, text } from "../ui/files";

/** A result that can be shown elsewhere. */
export interface Showable {
  /** The result, as the end of the dialog's title. */
  readonly title: string;
  /** The name of its file, without an ending. */
  readonly file: string;
  /** Whether it can contain values of the data. */
  readonly hasValues: boolean;
  /** Asks the engine for the exhibit; with values only on request. */
  readonly make: (withValues: boolean) => Promise<Snippet>;
}

/** A dialog about one exhibit. */
class Preview {
  private withValues = false;
  /** Null while it is in progress. */
  private made: Snippet | KanonError | null = null;
  private told = "";

  constructor(
    private readonly showable: Showable,
    private readonly redraw: () => void,
  ) {}

  /** Makes the exhibit with or without values. A late result of an earlier call is ignored. */
  async make(withValues: boolean): Promise<void> {
    this.withValues = withValues;
    this.show(null);
    const made = await this.showable.make(withValues).catch(toKanonError);
    if (this.withValues === withValues) this.show(made);
  }

  draw(): TemplateResult {
    const { made, showable } = this;
    const change = (event: Event) => void this.make((event.target as HTMLInputElement).checked);
    return html`<p>${EXHIBITS.means}</p>
      ${
        showable.hasValues
          ? html`<p><label><input type="checkbox" .checked=${this.withValues} @change=${change} /> ${EXHIBITS.withValues}</label></p>`
          : nothing
      }
      ${made === null ? html`<p class="hint" role="status">${EXHIBITS.making}</p>` : "html" in made ? this.ready(made) : failure(made)}`;
  }

  private ready({ html: snippet, contents }: Snippet): TemplateResult {
    return html`<p><b>${contents}</b></p>
      <textarea class="code" rows="12" readonly spellcheck="false" aria-label=${EXHIBITS.label} .value=${snippet}></textarea>
      <div class="row">
        <button type="button" class="primary" @click=${(event: Event) => this.copy(event, snippet)}>${EXHIBITS.copy}</button>
        <button type="button" @click=${() => download(`${this.showable.file}.html`, text(snippet, "text/html"))}>
          ${EXHIBITS.save}
        </button>
        <span role="status">${this.told}</span>
      </div>`;
  }

  private async copy(event: Event, snippet: string): Promise<void> {
    const area = (event.currentTarget as HTMLElement).closest("dialog")?.querySelector("textarea");
    const isDone = await isCopied(snippet);
    if (!isDone) {
      area?.focus();
      area?.select();
    }
    this.told = isDone ? EXHIBITS.copied : EXHIBITS.notCopied;
    this.redraw();
  }

  private show(made: Snippet | KanonError | null): void {
    this.made = made;
    this.told = "";
    this.redraw();
  }
}

/** The button that opens the dialog. */
export function copyAsExhibit(showable: Showable): TemplateResult {
  const open = (event: Event) => {
    let preview: Preview | null = null;
    openDialog(
      event.currentTarget,
      `${EXHIBITS.action}: ${showable.title}`,
      (_, redraw) => {
        if (preview === null) {
          preview = new Preview(showable, redraw);
          void preview.make(false);
        }
        return preview.draw();
      },
      "wide",
    );
  };
  return html`<button type="button" class="quiet" @click=${open}>${EXHIBITS.action}</button>`;
}
