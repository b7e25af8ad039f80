import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

const SIDE = 32;

/** Squares that coarsen from left to right: the page's only ornament, and a picture of generalization. */
function squares(): SVGTemplateResult[] {
  const tiles: SVGTemplateResult[] = [];
  let x = 0;
  for (const size of [4, 8, 16, 32]) {
    const columns = size === 32 ? 1 : size === 16 ? 1 : 2;
    for (let column = 0; column < columns; column += 1) {
      for (let y = 0; y < SIDE; y += size) {
        const strength = ((x / size + y / size) % 2 < 1 ? 1 : 0.45).toString();
        tiles.push(svg`<rect x=${x + 0.5} y=${y + 0.5} width=${size - 1} height=${size - 1} opacity=${strength} />`);
      }
      x += size;
    }
  }
  return tiles;
}

export function mosaic(height: number): TemplateResult {
  return html`<svg class="mosaic" viewBox="0 0 72 32" height=${height} width=${(height * 72) / 32} aria-hidden="true">
    ${squares()}
  </svg>`;
}
