import { LitElement } from "lit";

const AT_FIRST = 640;
const NARROWEST = 240;

/**
 * A chart as wide as its box. It is drawn in screen pixels, so that its text keeps its size, and redrawn when the box
 * changes.
 */
export abstract class Boxed extends LitElement {
  /** The drawing width, in pixels. */
  protected width = AT_FIRST;
  private observer: ResizeObserver | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer = new ResizeObserver(([entry]) => this.fit(entry?.contentRect.width ?? 0));
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer?.disconnect();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private fit(width: number): void {
    const fitting = Math.max(NARROWEST, Math.floor(width));
    if (width === 0 || fitting === this.width) return;
    this.width = fitting;
    this.requestUpdate();
  }
}
