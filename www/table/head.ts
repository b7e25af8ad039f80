import { html, nothing, type TemplateResult } from "lit";
import type { Arrangement } from "./arrangement";
import type { GridColumn } from "./model";

export interface Head {
  readonly column: GridColumn;
  readonly index: number;
  readonly arrangement: Arrangement;
  /** Id of the cell if the keyboard cursor is on it. */
  readonly cursor: string | null;
  sort(): void;
  /** Sets the width of the column in pixels. */
  resize(pixels: number): void;
}

/** Follows the pointer from grabbing the edge of the column to letting go. */
function drag(event: PointerEvent, head: Head): void {
  const handle = event.currentTarget as HTMLElement;
  const start = event.clientX;
  const width = handle.closest("th")?.getBoundingClientRect().width ?? 0;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const move = (moved: PointerEvent) => head.resize(width + moved.clientX - start);
  handle.addEventListener("pointermove", move);
  handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true });
}

/** The header of a column: its name sorts, its edge resizes. The grid handles the keys of both. */
export function headCell(head: Head): TemplateResult {
  const { column, index, arrangement, cursor } = head;
  const sorted = arrangement.sort?.column === index ? arrangement.sort : null;
  return html`<th
    scope="col"
    id=${cursor ?? nothing}
    aria-colindex=${index + 2}
    aria-sort=${sorted === null ? "none" : sorted.descending ? "descending" : "ascending"}
    class="${column.numeric ? "number" : ""} ${column.tone ?? ""} ${cursor === null ? "" : "grid-cursor"}"
  >
    <button type="button" class="grid-name" tabindex="-1" title="${column.name}: sort by it" @click=${head.sort}>
      ${column.name}<span aria-hidden="true">${sorted === null ? "" : sorted.descending ? " ↓" : " ↑"}</span>
    </button>
    <span class="grid-edge" aria-hidden="true" @pointerdown=${(event: PointerEvent) => drag(event, head)}></span>
  </th>`;
}
