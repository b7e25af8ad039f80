import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { Supply } from "../engine/supply";
import { percent } from "./format";
import { progressBar } from "./progress";

const LOOK_MILLISECONDS = 250;
/**
 * A connection without progress for this long may have ended: browsers do not report that to a page that is displayed.
 */
const PATIENCE_MILLISECONDS = 15_000;

/** The loading progress of the engine: over a slow connection the page appears before it. */
export class Arriving extends LitElement {
  static override properties = { supply: { attribute: false } };
  declare supply: Supply;
  private timer = 0;
  private share = 0;
  /** The time of the last progress. */
  private grown = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.grown = performance.now();
    this.timer = window.setInterval(() => this.requestUpdate(), LOOK_MILLISECONDS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    const share = this.supply.arrived();
    if (share >= 1) {
      clearInterval(this.timer);
      return nothing;
    }
    const now = performance.now();
    if (share > this.share) this.grown = now;
    this.share = share;
    const still = now - this.grown > PATIENCE_MILLISECONDS;
    return html`<p class="caption">
      <span role="status"
        >The engine is still arriving. What you open now waits for it.
        ${still ? "Nothing more of it has come for a while: if that goes on, load the page again." : nothing}</span
      >
      ${progressBar("The engine", share)} ${percent(share)}
    </p>`;
  }
}

customElements.define("kanon-arriving", Arriving);
