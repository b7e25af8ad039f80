import { html, nothing, type TemplateResult } from "lit";
import { loss as lossText } from "../../ui/format";
import { sized } from "../../ui/sized";
import { Boxed } from "../boxed";
import { type Layout, layOut, nodeAt } from "./layout";
import type { Axis } from "./nodes";
import { keyOf, type LatticeNode, levelNameOf, type State, step } from "./nodes";
import { type Colours, paint } from "./paint";

/** The data of the drawing. Policies are identified by their keys. */
export interface LatticeModel {
  readonly nodes: readonly LatticeNode[];
  readonly axes: readonly Axis[];
  readonly names: readonly string[];
  readonly best: string | null;
  readonly chosen: string | null;
  readonly pinned: readonly string[];
  readonly cursor: readonly number[];
}

/** The cursor moved to a policy, or past the end of an axis. */
export type Walked = CustomEvent<{ levels: readonly number[] | null; axis: string; way: string }>;

const STATES: readonly { state: State; words: string }[] = [
  { state: "valid", words: "valid" },
  { state: "invalid", words: "suppresses too much" },
  { state: "excluded", words: "excluded without a check" },
  { state: "unvisited", words: "not visited" },
];

/** The lattice by rank, coarse on top. The arrow keys move the cursor; edges are only drawn around it. */
export class LatticeDrawing extends Boxed {
  static override properties = { model: { attribute: false } };
  declare model: LatticeModel;
  private axis = 0;
  private hovered: number | null = null;
  private layout: Layout | null = null;
  private readonly scheme = window.matchMedia("(prefers-color-scheme: dark)");
  private readonly redraw = () => this.requestUpdate();
  /** A canvas does not follow a change of colours by itself. */
  private readonly theme = new MutationObserver(() => {
    if (getComputedStyle(this).color !== this.tone) this.redraw();
  });
  private tone = "";

  override connectedCallback(): void {
    super.connectedCallback();
    this.scheme.addEventListener("change", this.redraw);
    const root = this.getRootNode();
    const around = [document.documentElement, document.body, ...(root instanceof ShadowRoot ? [root.host] : [])];
    for (const element of around) this.theme.observe(element, { attributes: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.scheme.removeEventListener("change", this.redraw);
    this.theme.disconnect();
  }

  protected override willUpdate(): void {
    this.layout = layOut(this.model.nodes, this.width);
  }

  protected override updated(): void {
    this.tone = getComputedStyle(this).color;
    const canvas = this.querySelector("canvas");
    if (canvas === null || this.layout === null) return;
    const { nodes, best, chosen, pinned, cursor, axes } = this.model;
    const places = new Map(nodes.map((node, index) => [node.key, index]));
    const at = (key: string | null) => (key === null ? null : (places.get(key) ?? null));
    const around = axes
      .flatMap((axis) => [step(cursor, axis, -1), step(cursor, axis, 1)])
      .flatMap((levels) => (levels === null ? [] : [at(keyOf(levels))]))
      .filter((index) => index !== null);
    const marks = {
      best: at(best),
      chosen: at(chosen),
      pinned: pinned.map(at).filter((index) => index !== null),
      cursor: at(keyOf(cursor)),
      around,
    };
    paint(canvas, nodes, this.layout, this.width, marks, this.colours());
  }

  private colours(): Colours {
    const of = (name: string) => {
      const swatch = this.querySelector(`.swatch-${name}`);
      return swatch === null ? "gray" : getComputedStyle(swatch).color;
    };
    return {
      valid: of("valid"),
      invalid: of("invalid"),
      excluded: of("excluded"),
      unvisited: of("unvisited"),
      best: of("best"),
      pinned: of("pinned"),
      cursor: of("cursor"),
    };
  }

  private tell(levels: readonly number[] | null, axis: string, way: string): void {
    this.dispatchEvent(new CustomEvent("walked", { detail: { levels, axis, way } }) as Walked);
  }

  private nameOf(axis: Axis | undefined): string {
    return (axis?.members ?? []).map((column) => this.model.names[column] ?? "").join(" and ");
  }

  private walk(event: KeyboardEvent): void {
    const { axes, cursor, best } = this.model;
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (turn !== undefined) {
      event.preventDefault();
      this.axis = (this.axis + turn + axes.length) % axes.length;
      this.tell(cursor, this.nameOf(axes[this.axis]), "chosen: up is coarser, down is finer");
      this.requestUpdate();
      return;
    }
    const axis = axes[this.axis];
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
    if (by !== null && axis !== undefined) {
      event.preventDefault();
      const levels = step(cursor, axis, by);
      const end = by === 1 ? "is as coarse as it may be" : "is as fine as it may be";
      this.tell(levels, this.nameOf(axis), levels === null ? end : by === 1 ? "coarser" : "finer");
    }
    if (event.key === "Home" && best !== null) {
      event.preventDefault();
      this.tell(best.split(",").map(Number), "", "the best policy");
    }
  }

  private nodeUnder(event: MouseEvent): number | null {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return this.layout === null ? null : nodeAt(this.layout, event.clientX - box.left, event.clientY - box.top);
  }

  private hover(event: MouseEvent): void {
    const under = this.nodeUnder(event);
    if (under === this.hovered) return;
    this.hovered = under;
    this.requestUpdate();
  }

  private pick(event: MouseEvent): void {
    const under = this.nodeUnder(event);
    const node = under === null ? undefined : this.model.nodes[under];
    if (node !== undefined) this.tell(node.levels, "", "");
  }

  private words(node: LatticeNode): string {
    const levels = node.levels
      .map((level, column) => `${this.model.names[column] ?? ""} ${levelNameOf(this.model.axes, column, level)}`)
      .join(", ");
    const state = STATES.find((entry) => entry.state === node.state)?.words ?? "";
    return `${levels}: ${node.loss === null ? "" : `loss ${lossText(node.loss)}, `}${state}`;
  }

  protected override render(): TemplateResult {
    const { nodes, axes } = this.model;
    const hovered = this.hovered === null ? undefined : nodes[this.hovered];
    const swatch = (name: string, words: string) =>
      html`<li><i class="swatch swatch-${name}" aria-hidden="true"></i>${words}</li>`;
    return html`<ul class="swatches" aria-label="What the squares mean">
        ${STATES.map(({ state, words }) => swatch(state, words))} ${swatch("best", "the best")}
        ${swatch("pinned", "pinned")} ${swatch("cursor", "the cursor and its neighbours")}
      </ul>
      <p class="caption">
        Each square is a policy: the coarser the higher, by rank; the fuller, the less it loses. Arrows up and down go
        coarser and finer in <b>${this.nameOf(axes[this.axis])}</b>, left and right change the column.
      </p>
      <canvas
        role="application"
        aria-roledescription="lattice"
        aria-label="Lattice of policies. Up and down go coarser and finer, left and right change the column, Home goes to the best policy. The table below holds the same."
        tabindex="0"
        ${sized({ width: `${this.width}px`, height: `${this.layout?.height ?? 0}px` })}
        @keydown=${this.walk}
        @pointermove=${this.hover}
        @pointerleave=${() => {
          this.hovered = null;
          this.requestUpdate();
        }}
        @click=${this.pick}
      ></canvas>
      <p class="caption lattice-words">${hovered === undefined ? nothing : this.words(hovered)}</p>`;
  }
}

customElements.define("kanon-lattice-chart", LatticeDrawing);
