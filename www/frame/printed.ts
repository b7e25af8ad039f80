import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../engine/failure";
import { handedNow } from "../state/cells";
import { documentOf, type Said, saidOf } from "../state/document";
import type { Handed } from "../state/result";
import type { Workbench } from "../state/workbench";
import { View } from "../steps/view";
import { PRINTED } from "../ui/host";

/** Nothing is rebuilt while the user is typing. */
const MAKE_AFTER_MILLISECONDS = 300;

/** The inputs of a document. */
interface Ground {
  readonly released: Handed;
  readonly said: Said;
}

/** A finished document. */
interface Printable extends Ground {
  readonly html: string;
}

/** The page and its style, extracted from the text of a document. */
function partsOf(document: string): { main: Element | null; style: string } {
  // Only the page is parsed: the policy would refuse a style sheet.
  const page = document.slice(document.indexOf("<main>"), document.lastIndexOf("</body>"));
  const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
  return { main, style: /style>([^<]*)</.exec(document)?.[1] ?? "" };
}

/**
 * The printed replacement of the page: the external edition of the release's report, which has no value of the
 * original, or the reason why there is none. It is prepared in advance, because a browser does not wait before
 * printing, and it is in the document only while it is printed.
 */
export class Printed extends View {
  private made: Printable | null = null;
  private problem = "";
  private making: Ground | null = null;
  private timer = 0;
  private printing = false;
  private readonly media = window.matchMedia("print");
  private readonly sheet = new CSSStyleSheet();

  override connectedCallback(): void {
    super.connectedCallback();
    this.media.addEventListener("change", this.turn);
    window.addEventListener("beforeprint", this.turn);
    window.addEventListener("afterprint", this.turn);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.media.removeEventListener("change", this.turn);
    window.removeEventListener("beforeprint", this.turn);
    window.removeEventListener("afterprint", this.turn);
  }

  /** Uses the document's style sheet, not the page's. */
  protected override createRenderRoot(): ShadowRoot {
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [this.sheet];
    return root;
  }

  private readonly turn = (event: Event): void => {
    this.printing = event.type === "beforeprint" || (event.type === "change" && this.media.matches);
    this.requestUpdate();
    // A browser prints the content as it is after its event was handled.
    if (this.isUpdatePending) this.performUpdate();
  };

  protected override updated(): void {
    const ground = this.ground();
    if (ground === null || this.isMadeOf(ground, this.made) || this.isMadeOf(ground, this.making)) return;
    this.making = ground;
    clearTimeout(this.timer);
    const isNew = this.made?.released.written !== ground.released.written;
    this.timer = window.setTimeout(() => void this.make(ground), isNew ? 0 : MAKE_AFTER_MILLISECONDS);
  }

  private ground(): Ground | null {
    const released = handedNow(this.workbench);
    return released === null ? null : { released, said: saidOf(this.workbench) };
  }

  private isMadeOf({ released, said }: Ground, other: Ground | null): boolean {
    return other !== null && other.released.written === released.written && other.said === said;
  }

  private async make(ground: Ground): Promise<void> {
    try {
      const blob = await documentOf(this.workbench, ground.released, "external", false);
      const text = await blob.text();
      if (!this.isMadeOf(ground, this.making)) return;
      this.made = { ...ground, html: text };
      this.problem = "";
    } catch (thrown) {
      this.problem = toKanonError(thrown).message;
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.printing) return nothing;
    const ground = this.ground();
    if (ground !== null && this.isMadeOf(ground, this.made)) {
      const { main, style } = partsOf(this.made?.html ?? "");
      this.sheet.replaceSync(style);
      return html`${main}`;
    }
    return html`<p>${this.why(this.workbench, ground)}</p>`;
  }

  /** Why there is no document, in one line. */
  private why(workbench: Workbench, ground: Ground | null): string {
    const { source, released } = workbench.study;
    if (source === null) return "Kanon prints the report of a release: no file is open.";
    if (ground === null)
      return released === null
        ? `Kanon prints the report of a release: none of ${source.name} has been written yet.`
        : `Kanon prints the report of a release: the settings have changed since that of ${source.name} was written.`;
    return this.problem === ""
      ? `The report of the release of ${source.name} is being made: print again in a moment.`
      : `The report of the release of ${source.name} could not be made: ${this.problem}`;
  }
}

customElements.define(PRINTED, Printed);
