import { html, nothing, type TemplateResult } from "lit";
import { isKanonError } from "../../../engine/failure";
import type { Blocks } from "../../../engine/wire/protocol";
import { blocksOf, editHierarchy } from "../../../state/editing";
import { hierarchyOf } from "../../../state/shaping";
import { announce } from "../../../ui/announcer";
import { View } from "../../view";
import { askForName } from "./ask";
import { actButton, chosenInWords, type Hands, levelColumn } from "./columns";
import { type Act, groupActs, levelActs } from "./edits";
import { type LaidLevel, layOut, moved, placeOf, type Spot, VALUE_PIXELS } from "./layout";
import { all, extended, isChosen, NOTHING, toggled } from "./selection";

/** Pixels above and below the visible area that are drawn as well. */
const MARGIN_PIXELS = 200;

/** The groups of a hierarchy, a column for each level, to join, rename, split and move. Draws only visible ones. */
export class HierarchyTree extends View {
  static override properties = { ...View.properties, column: { attribute: false } };
  declare column: string;
  private drawn: { column: string; blocks: Blocks; levels: LaidLevel[] } | null = null;
  private cursor: Spot = { level: 0, place: 0 };
  private selection = NOTHING;
  private isDragging = false;
  private top = 0;
  private height = 400;
  private observer: ResizeObserver | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.observer = null;
  }

  protected override willUpdate(): void {
    const blocks = blocksOf(this.workbench, this.column);
    if (blocks === null || isKanonError(blocks) || blocks === this.drawn?.blocks) return;
    const levels = layOut(blocks);
    if (this.drawn?.column !== this.column) this.cursor = { level: 0, place: 0 };
    this.selection = NOTHING;
    const level = Math.min(this.cursor.level, levels.length - 1);
    const last = (levels[level]?.blocks.labels.length ?? 1) - 1;
    this.cursor = { level, place: Math.min(this.cursor.place, last) };
    this.drawn = { column: this.column, blocks, levels };
  }

  protected override updated(): void {
    const { box } = this;
    if (box === null || this.observer !== null) return;
    this.observer = new ResizeObserver(() => this.look());
    this.observer.observe(box);
  }

  private get box(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".tree-box");
  }

  private look(): void {
    const { box } = this;
    if (box === null || (box.scrollTop === this.top && box.clientHeight === this.height)) return;
    this.top = box.scrollTop;
    this.height = box.clientHeight;
    this.requestUpdate();
  }

  private get acts(): { groups: Act[]; levels: Act[] } {
    const levels = this.drawn?.levels ?? [];
    const { level, places } = this.selection.places.size > 0 ? this.selection : this.underCursor;
    const labels = levels[level]?.blocks.labels ?? [];
    const groups = [...places].sort((one, other) => one - other).flatMap((place) => labels[place] ?? []);
    return {
      groups: groupActs(levels, this.column, { level, groups }),
      levels: levelActs(levels, this.column, this.cursor.level),
    };
  }

  private get underCursor(): { level: number; places: ReadonlySet<number> } {
    return { level: this.cursor.level, places: new Set([this.cursor.place]) };
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.drawn === null || this.drawn.column !== this.column) return nothing;
    const { levels } = this.drawn;
    const { groups, levels: levelwise } = this.acts;
    const spec = hierarchyOf(this.workbench, this.column);
    const hands = this.hands();
    const isByHand = spec !== null && ("rows" in spec || "tree" in spec);
    return html`<p class="hint">
        ${
          isByHand
            ? html`Made by hand or from a file: each value has its place below.`
            : html`Every level may be changed here. From then on the hierarchy is made by hand: its parameters above go, and
              a value that comes later needs a place of its own.`
        }
        Undo takes each change back.
      </p>
      <div class="row tree-acts" role="group" aria-label="Changes of the chosen groups">
        ${groups.map((act) => actButton(act, () => this.begin(act)))}
        <span class="caption" role="status">${chosenInWords(levels, this.selection)}</span>
      </div>
      <div class="row tree-acts" role="group" aria-label="Changes of the level">
        ${levelwise.map((act) => actButton(act, () => this.begin(act)))}
        <span class="caption">of “${levels[this.cursor.level]?.blocks.name ?? ""}”</span>
      </div>
      <div class="tree-box" @scroll=${() => this.look()} @keydown=${(event: KeyboardEvent) => this.press(event)}>
        <div class="tree-levels">${levels.map((level, at) => levelColumn(level, at, this.column, hands))}</div>
      </div>
      <p class="caption">
        A block is a group: as high as it has values, its bar as wide as it has records, against the largest of its level. Click or Space
        chooses, Shift with a click or an arrow chooses a range, arrows walk, Ctrl+A chooses the level, Escape none. A block
        can be dragged onto a group of the next level, to move it, or of its own, to join them.
      </p>`;
  }

  private hands(): Hands {
    return {
      names: this.workbench.names,
      cursor: this.cursor,
      from: this.top - MARGIN_PIXELS,
      to: this.top + this.height + MARGIN_PIXELS,
      isChosen: (spot) => isChosen(this.selection, spot),
      pick: (spot, isRange) => this.pick(spot, isRange),
      stand: (spot) => this.stand(spot),
      drag: (spot, event) => this.drag(spot, event),
      mayDrop: (spot) => this.mayDrop(spot),
      drop: (spot) => this.drop(spot),
    };
  }

  private stand(spot: Spot): void {
    if (spot.level === this.cursor.level && spot.place === this.cursor.place) return;
    this.cursor = spot;
    this.requestUpdate();
  }

  private pick(spot: Spot, isRange: boolean): void {
    this.selection = isRange ? extended(this.selection, this.cursor, spot) : toggled(this.selection, spot);
    this.cursor = spot;
    this.requestUpdate();
  }

  private drag(spot: Spot, event: DragEvent): void {
    if (!isChosen(this.selection, spot)) this.selection = toggled(NOTHING, spot);
    this.isDragging = true;
    addEventListener("dragend", () => (this.isDragging = false), { once: true });
    event.dataTransfer?.setData("text/plain", this.drawn?.levels[spot.level]?.blocks.labels[spot.place] ?? "");
    // If a block moves before the browser has started to drag it, Chromium ends the drag at once.
    setTimeout(() => this.requestUpdate());
  }

  private mayDrop(spot: Spot): boolean {
    const { level, places } = this.selection;
    // Files and blocks of other trees are not accepted.
    if (!this.isDragging || places.size === 0) return false;
    return spot.level === level + 1 || (spot.level === level && !places.has(spot.place));
  }

  private drop(spot: Spot): void {
    const isSame = spot.level === this.selection.level;
    if (isSame) this.selection = toggled(this.selection, spot);
    const act = this.acts.groups.find((one) => one.key === (isSame ? "J" : "M"));
    if (act?.refusal !== null) return;
    if (isSame) this.begin(act);
    else void this.finish(act, this.drawn?.levels[spot.level]?.blocks.labels[spot.place] ?? "");
  }

  private press(event: KeyboardEvent): void {
    const levels = this.drawn?.levels ?? [];
    const { key } = event;
    if (event.altKey || ((event.ctrlKey || event.metaKey) && key.toLowerCase() !== "a")) return;
    const next = event.ctrlKey || event.metaKey ? null : moved(levels, this.cursor, key);
    if (next !== null) {
      if (event.shiftKey && next.level === this.cursor.level)
        this.selection = extended(this.selection, this.cursor, next);
      this.goTo(next);
    } else if (event.ctrlKey || event.metaKey) {
      this.selection = all(this.cursor.level, levels[this.cursor.level]?.blocks.labels.length ?? 0);
    } else if (key === " ") {
      this.selection = toggled(this.selection, this.cursor);
    } else if (key === "Escape" && this.selection.places.size > 0) {
      this.selection = NOTHING;
    } else if (!this.pressAct(key)) {
      return;
    }
    event.preventDefault();
    this.requestUpdate();
  }

  /** Whether the key triggers an action on the selected groups or the level. */
  private pressAct(key: string): boolean {
    const isLetter = key.length === 1;
    if (isLetter && !this.workbench.preferences.singleKeys) return false;
    const wanted = key === "Enter" || key === "F2" ? "R" : isLetter ? key.toUpperCase() : key;
    const { groups, levels } = this.acts;
    const act = [...groups, ...levels].find((one) => one.key === wanted);
    if (act === undefined) return false;
    if (act.refusal === null) this.begin(act);
    else announce(this, `${act.name}: ${act.refusal}`);
    return true;
  }

  private goTo(spot: Spot): void {
    this.cursor = spot;
    const { box } = this;
    const level = this.drawn?.levels[spot.level];
    if (box === null || level === undefined) return;
    const head = this.querySelector<HTMLElement>(".tree-head")?.offsetHeight ?? 0;
    const y = (level.starts[spot.place] ?? 0) * VALUE_PIXELS;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + VALUE_PIXELS + head > box.scrollTop + box.clientHeight)
      box.scrollTop = y + VALUE_PIXELS + head - box.clientHeight;
    this.look();
    this.requestUpdate();
    void this.updateComplete.then(() => this.focusCursor());
  }

  private focusCursor(): void {
    const { level, place } = this.cursor;
    const block = this.querySelector<HTMLElement>(`[data-level="${level}"][data-place="${place}"]`);
    block?.focus({ preventScroll: true });
    block?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private begin(act: Act): void {
    const { question } = act;
    if (question === null) void this.finish(act, "");
    else askForName(this, this.workbench.names.id("tree-names"), question, (name) => void this.finish(act, name));
  }

  private async finish(act: Act, name: string): Promise<void> {
    const value = this.drawn?.levels[this.cursor.level]?.starts[this.cursor.place] ?? 0;
    if (!(await editHierarchy(this.workbench, this.column, act.edit(name), act.done(name)))) return;
    announce(this, `Done: ${act.done(name)}. Ctrl+Z takes it back.`);
    await this.redrawn();
    const level = this.drawn?.levels[this.cursor.level];
    if (level !== undefined) this.goTo({ level: this.cursor.level, place: placeOf(level, value) });
  }

  /** Waits until the groups are drawn for the current hierarchy. */
  private async redrawn(): Promise<void> {
    while (this.isConnected && blocksOf(this.workbench, this.column) === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.requestUpdate();
    await this.updateComplete;
  }
}

customElements.define("kanon-hierarchy-tree", HierarchyTree);
