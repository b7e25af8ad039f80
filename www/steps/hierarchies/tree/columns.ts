import { html, type TemplateResult } from "lit";
import type { Names } from "../../../state/names";
import { cell, count, plural, records } from "../../../ui/format";
import { sized } from "../../../ui/sized";
import type { Act } from "./edits";
import { inSight, type LaidLevel, type Spot, VALUE_PIXELS } from "./layout";
import type { Selection } from "./selection";

/** The state and the callbacks of the surrounding editor. */
export interface Hands {
  readonly names: Names;
  readonly cursor: Spot;
  /** The range of pixels in which blocks are drawn. */
  readonly from: number;
  readonly to: number;
  readonly isChosen: (spot: Spot) => boolean;
  readonly pick: (spot: Spot, isRange: boolean) => void;
  readonly stand: (spot: Spot) => void;
  readonly drag: (spot: Spot, event: DragEvent) => void;
  readonly mayDrop: (spot: Spot) => boolean;
  readonly drop: (spot: Spot) => void;
}

function pixels(values: number): { height: string } {
  return { height: `${values * VALUE_PIXELS}px` };
}

/** One level: its name and its visible groups, one of which Tab reaches. */
export function levelColumn(level: LaidLevel, at: number, column: string, hands: Hands): TemplateResult {
  const { blocks, starts } = level;
  const { first, last } = inSight(level, hands.from, hands.to);
  const end = starts.at(-1) ?? 0;
  const { cursor } = hands;
  const isHere = at === cursor.level;
  const stop = isHere && cursor.place >= first && cursor.place <= last ? cursor.place : first;
  const spots = Array.from({ length: last - first + 1 }, (_, by) => ({ level: at, place: first + by }));
  return html`<div class="tree-level">
    <div class="tree-head">
      <b>${blocks.name}</b>
      <span class="caption">${plural(blocks.labels.length, at === 0 ? "value" : "group")}</span>
    </div>
    <div ${sized(pixels(starts[first] ?? 0))}></div>
    <div role="listbox" aria-multiselectable="true" aria-label=${hands.names.label(`${column}, ${blocks.name}`)}>
      ${spots.map((spot) => block(level, spot, isHere && spot.place === stop, hands))}
    </div>
    <div ${sized(pixels(end - (starts[last + 1] ?? end)))}></div>
  </div>`;
}

function block({ blocks, most }: LaidLevel, spot: Spot, isStop: boolean, hands: Hands): TemplateResult {
  const { level, place } = spot;
  const leaves = blocks.leaves[place] ?? 1;
  const having = blocks.records[place] ?? 0;
  const label = cell(blocks.labels[place] ?? "");
  const size = `${records(having)}${level === 0 ? "" : `, ${plural(leaves, "value")}`}`;
  const over = (event: DragEvent) => {
    if (!hands.mayDrop(spot)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (event: DragEvent) => {
    over(event);
    if (hands.mayDrop(spot)) hands.drop(spot);
  };
  return html`<div
    role="option"
    class="tree-block"
    data-level=${level}
    data-place=${place}
    aria-label="${label}, ${size}"
    aria-selected=${hands.isChosen(spot) ? "true" : "false"}
    aria-setsize=${blocks.labels.length}
    aria-posinset=${place + 1}
    tabindex=${isStop ? "0" : "-1"}
    draggable="true"
    title="${label}: ${size}"
    ${sized(pixels(leaves))}
    @click=${(event: MouseEvent) => hands.pick(spot, event.shiftKey)}
    @focus=${() => hands.stand(spot)}
    @dragstart=${(event: DragEvent) => hands.drag(spot, event)}
    @dragover=${over}
    @drop=${drop}
  >
    <span class="tree-bar" ${sized({ width: `${(100 * having) / most}%` })}></span>
    <span class="tree-label">${label} <span class="caption">${count(having)}</span></span>
  </div>`;
}

/** The number of selected groups, and their level. */
export function chosenInWords(levels: readonly LaidLevel[], { level, places }: Selection): string {
  if (places.size === 0) return "";
  return `${plural(places.size, level === 0 ? "value" : "group")} of “${levels[level]?.blocks.name ?? ""}” chosen`;
}

/** A change as a button with its key. If it is not possible, the button says why. */
export function actButton(act: Act, begin: () => void): TemplateResult {
  return html`<button
    type="button"
    ?disabled=${act.refusal !== null}
    title=${act.refusal ?? ""}
    aria-keyshortcuts=${act.key}
    @click=${begin}
  >
    ${act.name} <kbd>${act.key}</kbd>
  </button>`;
}
