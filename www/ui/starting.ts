import { html, LitElement, type TemplateResult } from "lit";
import { seconds } from "./format";

/** A first step that takes longer than this explains why. */
const LONG_MILLISECONDS = 5000;
const TICK_MILLISECONDS = 1000;

/** Work before its first step is done: shows the elapsed time, because nothing else is known. */
export class Starting extends LitElement {
  private beginning = 0;
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.beginning = performance.now();
    this.timer = window.setInterval(() => this.requestUpdate(), TICK_MILLISECONDS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const taken = performance.now() - this.beginning;
    if (taken < TICK_MILLISECONDS) return html`<span>starting</span>`;
    const long =
      taken >= LONG_MILLISECONDS ? "; the first step goes through every record and cannot be told in parts" : "";
    return html`<span>starting, ${seconds(taken)} so far${long}</span>`;
  }
}

customElements.define("kanon-starting", Starting);
