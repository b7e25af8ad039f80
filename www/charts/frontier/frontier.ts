import { html, nothing, svg, type TemplateResult } from "lit";
import { announce } from "../../ui/announcer";
import { short } from "../../ui/format";
import { Boxed } from "../boxed";
import { saveButtons } from "../save";
import { greatest, linear } from "../scale";
import { axes, BOX, labels, plane, type Scales } from "./drawing";
import { type FrontierModel, pointTable, spoken } from "./table";
import { type PlanePoint, riskAt, riskScale, type Window, wholeWindow, within } from "./window";

export type { FrontierModel } from "./table";

/** A point was selected. */
export type Picked = CustomEvent<PlanePoint>;

/** A pointer that moved less has clicked, not dragged. */
const PRESS = 4;
const ADVICE = "Move along the line to read it, press to look at a policy, drag to see a part of it larger.";

/** The staircase of the policies that no other found policy dominates, in the plane of risk and loss. */
export class FrontierChart extends Boxed {
  static override properties = { model: { attribute: false } };
  declare model: FrontierModel;
  private powers = false;
  private zoom: { least: number; most: number } | null = null;
  private cursor: PlanePoint | null = null;
  private drag: { from: number; to: number } | null = null;

  private get window(): Window {
    const { zoom, powers } = this;
    return zoom === null ? wholeWindow(this.model.points, powers) : { ...zoom, powers };
  }

  private get range(): readonly [number, number] {
    return [BOX.left, this.width - BOX.right];
  }

  private show(zoom: { least: number; most: number } | null): void {
    this.zoom = zoom;
    this.requestUpdate();
  }

  private nearest(risk: number): PlanePoint | null {
    const place = (value: number) => (this.powers ? Math.log(Math.max(value, 1e-12)) : value);
    const far = (point: PlanePoint) => Math.abs(place(point.risk) - place(risk));
    let best: PlanePoint | null = null;
    for (const point of this.model.points) if (best === null || far(point) < far(best)) best = point;
    return best;
  }

  private pick(point: PlanePoint | null): void {
    if (point !== null) this.dispatchEvent(new CustomEvent("picked", { detail: point }));
  }

  private walk(event: KeyboardEvent): void {
    const { points, chosen } = this.model;
    const last = points.length - 1;
    const page = Math.max(1, Math.round(points.length / 20));
    const at = this.cursor ?? chosen;
    const index = at === null ? -1 : points.findIndex(({ risk }) => risk >= at.risk);
    const places: Record<string, number> = {
      ArrowLeft: index < 0 ? last : index - 1,
      ArrowRight: index + 1,
      PageUp: index < 0 ? last : index - page,
      PageDown: index + page,
      Home: 0,
      End: last,
    };
    if (event.key === "Enter") this.pick(this.cursor);
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    const next = points[Math.max(0, Math.min(last, place))];
    if (next === undefined) return;
    this.cursor = next;
    const { least, most } = this.window;
    if (next.risk < least || next.risk > most) this.zoom = null;
    announce(this, spoken(this.model, next));
    this.requestUpdate();
  }

  private pixel(event: PointerEvent): number {
    return event.clientX - (event.currentTarget as SVGSVGElement).getBoundingClientRect().left;
  }

  private pressed(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.pixel(event);
    this.drag = { from: at, to: at };
    (event.currentTarget as SVGSVGElement).setPointerCapture(event.pointerId);
  }

  private moved(event: PointerEvent): void {
    const at = this.pixel(event);
    if (this.drag !== null) this.drag = { ...this.drag, to: at };
    this.cursor = this.nearest(riskAt(this.window, this.range, at));
    this.requestUpdate();
  }

  private released(event: PointerEvent): void {
    const { drag } = this;
    this.drag = null;
    if (drag === null) return;
    const at = this.pixel(event);
    const risk = (place: number) => riskAt(this.window, this.range, place);
    if (Math.abs(at - drag.from) < PRESS) this.pick(this.nearest(risk(at)));
    else this.show({ least: risk(Math.min(drag.from, at)), most: risk(Math.max(drag.from, at)) });
    this.requestUpdate();
  }

  private left(): void {
    this.cursor = null;
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { model, width, window, cursor } = this;
    if (model.points.length === 0) return nothing;
    const points = within(model.points, window);
    const height = BOX.top + BOX.plot + BOX.bottom;
    const highest = greatest(points.map(({ loss }) => loss));
    const scales: Scales = {
      across: riskScale(window, this.range),
      up: linear([0, highest], [BOX.top + BOX.plot, BOX.top], { least: 0, ticks: 6 }),
      right: width - BOX.right,
    };
    return html`<figure class="chart frontier">
      <figcaption>${model.caption}</figcaption>
      ${this.controls()}
      <svg
        viewBox="0 0 ${width} ${height}"
        width=${width}
        height=${height}
        role="img"
        tabindex="0"
        aria-label="${model.caption} ${model.names.loss} over ${model.names.risk}. Arrow keys walk along the frontier, Enter looks at a policy; the table below holds the same."
        @keydown=${this.walk}
        @pointerdown=${this.pressed}
        @pointermove=${this.moved}
        @pointerup=${this.released}
        @pointerleave=${this.left}
      >
        <defs>
          <clipPath id="${this.id}-plot">
            <rect x=${BOX.left} y=${BOX.top - BOX.over} width=${scales.right - BOX.left + BOX.over} height=${BOX.plot + 2 * BOX.over} />
          </clipPath>
        </defs>
        ${axes(scales, model.names, { ...model.words, loss: short })}
        <g clip-path="url(#${this.id}-plot)">${plane(points, model.visited, model.named, scales)}</g>
        ${labels(model.named, model.chosen, window, scales)}
        ${cursor === null ? nothing : this.crosshair(cursor, scales)} ${this.brush()}
      </svg>
      <p class="caption" aria-hidden="true">${cursor === null ? ADVICE : spoken(model, cursor)}</p>
      ${pointTable(model, (point) => this.pick(point))}
      ${saveButtons(
        "frontier",
        () => this.querySelector("svg"),
        () => this.rows(),
      )}
    </figure>`;
  }

  private rows(): (string | number)[][] {
    const { points, named, visited } = this.model;
    return [
      ["kind", "risk", "loss"],
      ...points.map(({ risk, loss }) => ["frontier", risk, loss]),
      ...named.map(({ name, risk, loss }) => [name, risk, loss]),
      ...visited.map(({ risk, loss }) => ["visited", risk, loss]),
    ];
  }

  private controls(): TemplateResult {
    const button = (name: string, isOn: boolean, act: () => void) =>
      html`<button type="button" class="quiet" aria-pressed=${isOn} @click=${act}>${name}</button>`;
    const least = (most: number) => (this.powers ? Math.min(wholeWindow(this.model.points, true).least, most / 10) : 0);
    return html`<div class="row" role="group" aria-label="What the chart shows">
      ${button("All risks", this.zoom === null, () => this.show(null))}
      ${[0.1, 0.01, 0.001].map((most) =>
        button(`Below ${most * 100} %`, this.zoom?.most === most, () => this.show({ least: least(most), most })),
      )}
      ${button("Powers of ten", this.powers, () => {
        this.powers = !this.powers;
        this.show(null);
      })}
    </div>`;
  }

  private crosshair({ risk, loss }: PlanePoint, { across, up }: Scales): TemplateResult {
    const [x, y] = [across.at(risk), up.at(loss)];
    return svg`<line class="cursor" x1=${x} x2=${x} y1=${BOX.top} y2=${BOX.top + BOX.plot} />
      <circle class="dot" cx=${x} cy=${y} r="4" />`;
  }

  private brush(): TemplateResult | typeof nothing {
    if (this.drag === null) return nothing;
    const { from, to } = this.drag;
    return svg`<rect class="brush" x=${Math.min(from, to)} y=${BOX.top} width=${Math.abs(to - from)} height=${BOX.plot} />`;
  }
}

customElements.define("kanon-frontier-chart", FrontierChart);
