import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../engine/failure";
import { handedNow } from "../state/cells";
import { documentOf, type Said, saidOf } from "../state/document";
import type { Handed } from "../state/result";
import type { Workbench } from "../state/workbench";
import { View } from "../steps/view";
import { PRINTED } from "../ui/host";

/** Nothing is made anew while somebody is writing. */
const MAKE_AFTER_MILLISECONDS = 300;

/** What a document is made of. */
interface Ground {
  readonly released: Handed;
  readonly said: Said;
}

/** A document, once it is made. */
interface Printable extends Ground {
  readonly html: string;
}

/** The page and its style, out of the text of a document. */
function partsOf(document: string): { main: Element | null; style: string } {
  // Only the page is parsed: a style sheet would be refused by the policy.
  const page = document.slice(document.indexOf("<main>"), document.lastIndexOf("</body>"));
  const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
  return { main, style: /style>([^<]*)</.exec(document)?.[1] ?? "" };
}

/**
 * What is printed in place of the page: the external edition of the release's report, which has no value of the
 * original, or why there is none. It is ready before somebody prints, since a browser waits for nothing, and in the
 * document only while it is printed.
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

  /** Its style sheet is the document's, and not the page's. */
  protected override createRenderRoot(): ShadowRoot {
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [this.sheet];
    return root;
  }

  private readonly turn = (event: Event): void => {
    this.printing = event.type === "beforeprint" || (event.type === "change" && this.media.matches);
    this.requestUpdate();
    // A browser prints what stands there when its event has been handled.
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

  /** Why there is no document, in a line. */
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
