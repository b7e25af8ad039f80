/** A view on the screen: caption, controls, drawing, sentence and table, and the current mark. */

import { html, svg } from "./build";
import type { Drawing, Frame, View } from "./view";

/** A displayed view, until it is ended. */
export class Stage implements Frame {
  readonly root: HTMLElement;
  private readonly view: View;
  private readonly picture = svg("svg", { role: "presentation" });
  private readonly said = html("p", { class: "said", part: "sentence" });
  private readonly box = html("div", { class: "drawing", part: "drawing" }, this.picture);
  private readonly rows: readonly HTMLTableRowElement[];
  private readonly scroller: HTMLElement;
  private readonly resized: ResizeObserver;
  private readonly looked: (mark: number) => void;
  private drawing: Drawing | null = null;
  private over = svg("g");
  private mark: number | null;
  /** The row of the current mark. */
  private row: HTMLTableRowElement | null = null;

  constructor(make: (frame: Frame) => View, looked: (mark: number) => void) {
    this.looked = looked;
    this.view = make(this);
    this.mark = this.view.first ?? null;
    const { caption, table, tools } = this.view;
    this.rows = table.rows.map((cells) =>
      html(
        "tr",
        {},
        ...cells.map((cell, place) => (place === 0 ? html("th", { scope: "row" }, cell) : html("td", {}, cell))),
      ),
    );
    this.scroller = html(
      "div",
      { class: "scroller", part: "table", tabindex: 0, role: "region", "aria-label": table.caption },
      html(
        "table",
        { class: table.hasWords === true ? "words" : null },
        html("caption", {}, table.caption),
        html("thead", {}, html("tr", {}, ...table.head.map((cell) => html("th", { scope: "col" }, cell)))),
        html("tbody", {}, ...this.rows),
      ),
    );
    const bar = html("div", { class: "bar", part: "toolbar" }, ...(tools ?? []));
    const parts = [html("p", { class: "caption", part: "caption" }, caption), bar, this.box, this.said, this.scroller];
    this.root = html("div", { class: "live", part: "exhibit" }, html("div", { class: "parts" }, ...parts));
    this.picture.addEventListener("keydown", (event) => this.walk(event));
    this.picture.addEventListener("focusin", ({ target }) => {
      const mark = this.drawing?.marks.indexOf(target as SVGGraphicsElement) ?? -1;
      if (mark >= 0) this.look(mark);
    });
    this.picture.addEventListener("pointerdown", (event) => this.point(event, true));
    this.picture.addEventListener("pointermove", (event) => this.point(event, false));
    this.resized = new ResizeObserver(() => this.redraw());
    this.resized.observe(this.box);
    this.tell();
  }

  end(): void {
    this.resized.disconnect();
    this.view.end?.();
  }

  redraw(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (width === 0 || height === 0) return;
    const held = this.picture.getRootNode();
    const hadFocus =
      held instanceof ShadowRoot && held.activeElement !== null && this.picture.contains(held.activeElement);
    this.drawing = this.view.draw({ width, height });
    const { behind, marks } = this.drawing;
    marks.forEach((mark, index) => {
      mark.setAttribute("role", "option");
      mark.setAttribute("aria-label", this.view.say(index));
      mark.setAttribute("aria-selected", "false");
      mark.setAttribute("tabindex", "-1");
      mark.classList.add("mark");
    });
    this.over = svg("g", { "aria-hidden": "true" });
    const list = svg("g", { role: "listbox", "aria-label": this.view.label }, ...marks);
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.picture.replaceChildren(svg("g", { "aria-hidden": "true" }, ...behind), list, this.over);
    this.chosen();
    this.tell();
    if (hadFocus) marks[this.mark ?? 0]?.focus({ preventScroll: true });
  }

  look(mark: number): void {
    if (mark !== this.mark) this.change(mark, () => this.chosen());
  }

  show(mark: number): void {
    this.change(mark, () => this.redraw());
  }

  private change(mark: number, choose: () => void): void {
    this.unchosen();
    this.mark = mark;
    choose();
    this.tell();
    this.looked(mark);
  }

  /** One mark can be reached with Tab, the others from it with the arrow keys. */
  private chosen(): void {
    const chosen = this.drawing?.marks[this.mark ?? 0];
    chosen?.setAttribute("tabindex", "0");
    if (this.mark === null) return;
    chosen?.setAttribute("aria-selected", "true");
    this.over.replaceChildren(...(this.drawing?.over?.(this.mark) ?? []));
    const row = this.rows[this.view.table.rowOf(this.mark)];
    if (row === undefined) return;
    this.row = row;
    row.setAttribute("aria-current", "true");
    const [top, bottom] = [row.offsetTop - row.offsetHeight, row.offsetTop + row.offsetHeight];
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.scroller.scrollTop = bottom - clientHeight;
  }

  private unchosen(): void {
    const mark = this.drawing?.marks[this.mark ?? 0];
    // Without the attribute it would lose the focus at once, even if it is selected again.
    mark?.setAttribute("tabindex", "-1");
    mark?.setAttribute("aria-selected", "false");
    this.row?.removeAttribute("aria-current");
    this.row = null;
  }

  private tell(): void {
    if (this.view.isLive !== undefined) this.said.setAttribute("aria-live", this.view.isLive() ? "polite" : "off");
    this.said.textContent = this.mark === null ? this.view.advice : this.view.say(this.mark);
    // Scrollable areas must be reachable with keys.
    this.said.removeAttribute("tabindex");
    if (this.said.scrollHeight > this.said.clientHeight) this.said.setAttribute("tabindex", "0");
  }

  private walk(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = this.view.step(this.mark ?? 0, event.key);
    if (next === null) return;
    event.preventDefault();
    this.look(next);
    this.drawing?.marks[next]?.focus({ preventScroll: true });
  }

  /** A pointer selects the nearest mark; a press moves the focus there. */
  private point(event: PointerEvent, isPressed: boolean): void {
    const { left, top } = this.picture.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    let [nearest, least]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
    this.drawing?.marks.forEach((mark, index) => {
      const box = mark.getBBox();
      const across = Math.max(box.x - x, 0, x - box.x - box.width);
      const up = Math.max(box.y - y, 0, y - box.y - box.height);
      const far = across * across + up * up;
      if (far < least) [nearest, least] = [index, far];
    });
    if (nearest === null) return;
    this.look(nearest);
    if (isPressed) this.drawing?.marks[nearest]?.focus({ preventScroll: true });
  }
}
