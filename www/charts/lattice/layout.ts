/** The positions of a lattice's squares: coarse policies on top, one band for each rank. Pure. */

import type { LatticeNode } from "./nodes";

export interface Band {
  readonly rank: number;
  readonly top: number;
  readonly count: number;
}

export interface Layout {
  /** Side of a square, in pixels. */
  readonly side: number;
  readonly height: number;
  readonly bands: readonly Band[];
  /** Upper left corners of the squares, in the order of the nodes. */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

const PITCHES = [18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4];
const TALLEST = 560;
const BETWEEN_BANDS = 6;
/** Space for the ranks on the left. */
export const MARGIN = 40;

/** Squares as large as possible without making the drawing higher than a screen. */
export function layOut(nodes: readonly LatticeNode[], width: number): Layout {
  const byRank = new Map<number, number[]>();
  nodes.forEach((node, index) => {
    const band = byRank.get(node.rank);
    if (band === undefined) byRank.set(node.rank, [index]);
    else band.push(index);
  });
  const ranks = [...byRank.keys()].sort((left, right) => right - left);
  const room = Math.max(1, width - MARGIN);
  const perLine = (pitch: number) => Math.max(1, Math.floor(room / pitch));
  const heightAt = (pitch: number) =>
    ranks.reduce((sum, rank) => {
      const lines = Math.ceil((byRank.get(rank)?.length ?? 0) / perLine(pitch));
      return sum + lines * pitch + BETWEEN_BANDS;
    }, 0);
  const pitch = PITCHES.find((candidate) => heightAt(candidate) <= TALLEST) ?? PITCHES.at(-1) ?? 4;
  const x = new Float32Array(nodes.length);
  const y = new Float32Array(nodes.length);
  const bands: Band[] = [];
  let top = 0;
  for (const rank of ranks) {
    const band = byRank.get(rank) ?? [];
    bands.push({ rank, top, count: band.length });
    const inLine = perLine(pitch);
    band.forEach((index, place) => {
      const line = Math.floor(place / inLine);
      const inThisLine = Math.min(inLine, band.length - line * inLine);
      x[index] = MARGIN + (room - inThisLine * pitch) / 2 + (place % inLine) * pitch;
      y[index] = top + line * pitch;
    });
    top += Math.ceil(band.length / inLine) * pitch + BETWEEN_BANDS;
  }
  return { side: pitch - (pitch > 6 ? 2 : 1), height: top, bands, x, y };
}

/** The number of the node at a point; null if there is none. */
export function nodeAt(layout: Layout, left: number, top: number): number | null {
  const reach = layout.side + 1;
  for (let index = 0; index < layout.x.length; index += 1) {
    const across = left - (layout.x[index] ?? 0);
    const down = top - (layout.y[index] ?? 0);
    if (across >= -1 && across <= reach && down >= -1 && down <= reach) return index;
  }
  return null;
}
