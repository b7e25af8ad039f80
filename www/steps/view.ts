import { LitElement } from "lit";
import type { Workbench } from "../state/workbench";

/**
 * An element that shows the study. It renders into the light DOM, so that the one style sheet, labels and shortcuts
 * apply everywhere, and renders again whenever the workbench has changed.
 */
export abstract class View extends LitElement {
  static override properties = { workbench: { attribute: false } };
  declare workbench: Workbench;
  private unsubscribe: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.unsubscribe = this.workbench.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unsubscribe?.();
  }

  protected override createRenderRoot(): HTMLElement | ShadowRoot {
    return this;
  }
}
