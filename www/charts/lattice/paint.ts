/** Draws a lattice onto a canvas. It takes its colours from the legend beside it, so that both always match. */

import type { Layout } from "./layout";
import { MARGIN } from "./layout";
import type { LatticeNode, State } from "./nodes";

export interface Marks {
  readonly best: number | null;
  readonly chosen: number | null;
  readonly pinned: readonly number[];
  readonly cursor: number | null;
  /** The nodes one step from the cursor. */
  readonly around: readonly number[];
}

export type Colours = Readonly<Record<State | "best" | "pinned" | "cursor", string>>;

const FAINTEST = 0.14;
const LABELLED_EVERY_PIXELS = 16;

/** The fill strength for a loss: full for the least, faint for the greatest. */
function strength(loss: number, least: number, most: number): number {
  return most <= least ? 1 : 1 - (1 - FAINTEST) * ((loss - least) / (most - least));
}

export function paint(
  canvas: HTMLCanvasElement,
  nodes: readonly LatticeNode[],
  layout: Layout,
  width: number,
  marks: Marks,
  colours: Colours,
): void {
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(layout.height * scale);
  pen.scale(scale, scale);
  const { side, x, y } = layout;
  const losses = nodes.flatMap((node) => (node.loss === null ? [] : [node.loss]));
  const least = losses.reduce((found, loss) => Math.min(found, loss), Number.POSITIVE_INFINITY);
  const most = losses.reduce((found, loss) => Math.max(found, loss), Number.NEGATIVE_INFINITY);

  pen.font = `12px ${getComputedStyle(canvas).fontFamily}`;
  pen.fillStyle = colours.excluded;
  let labelled = -LABELLED_EVERY_PIXELS;
  for (const band of layout.bands) {
    if (band.top - labelled < LABELLED_EVERY_PIXELS) continue;
    labelled = band.top;
    pen.fillText(String(band.rank), 0, band.top + 11, MARGIN - 8);
  }

  nodes.forEach((node, index) => {
    const [left, top] = [x[index] ?? 0, y[index] ?? 0];
    const colour = colours[node.state];
    pen.fillStyle = colour;
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    if (node.loss !== null) {
      pen.globalAlpha = strength(node.loss, least, most);
      pen.fillRect(left, top, side, side);
      pen.globalAlpha = 1;
      pen.strokeRect(left + 0.5, top + 0.5, side - 1, side - 1);
      return;
    }
    const dot = Math.max(1, Math.round(side / 4));
    const inset = Math.floor((side - dot) / 2);
    if (node.state === "excluded") pen.fillRect(left + inset, top + inset, dot, dot);
    else pen.strokeRect(left + inset - 0.5, top + inset - 0.5, dot + 1, dot + 1);
  });

  const centre = (index: number) => [(x[index] ?? 0) + side / 2, (y[index] ?? 0) + side / 2] as const;
  const ring = (index: number, colour: string, away: number, line: number) => {
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.strokeRect((x[index] ?? 0) - away, (y[index] ?? 0) - away, side + 2 * away, side + 2 * away);
  };
  if (marks.cursor !== null) {
    const [fromX, fromY] = centre(marks.cursor);
    pen.strokeStyle = colours.cursor;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const neighbour of marks.around) {
      pen.moveTo(fromX, fromY);
      pen.lineTo(...centre(neighbour));
    }
    pen.stroke();
    for (const neighbour of marks.around) ring(neighbour, colours.cursor, 0.5, 1);
  }
  for (const pinned of marks.pinned) ring(pinned, colours.pinned, 3, 2);
  if (marks.best !== null) ring(marks.best, colours.best, 3, 2);
  if (marks.chosen !== null) ring(marks.chosen, colours.valid, 6, 2);
  if (marks.cursor !== null) ring(marks.cursor, colours.cursor, 2, 2);
}
