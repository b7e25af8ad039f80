/** Charts as files: the drawing with its looks written into it, and its points as a table. */

import { html, type TemplateResult } from "lit";
import { download, text } from "../ui/files";

/** What a stylesheet says of a drawing, which a file must say of itself. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight"];
const SVG = "http://www.w3.org/2000/svg";

/** A drawing of the page as a file that looks the same anywhere. */
function svgFile(drawing: SVGSVGElement): Blob {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const shown = [drawing, ...drawing.querySelectorAll("*")];
  const copied = [copy, ...copy.querySelectorAll("*")];
  shown.forEach((element, index) => {
    const looks = getComputedStyle(element);
    for (const name of LOOKS) copied[index]?.setAttribute(name, looks.getPropertyValue(name));
    copied[index]?.removeAttribute("class");
  });
  const ground = document.createElementNS(SVG, "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  copy.removeAttribute("tabindex");
  return text(new XMLSerializer().serializeToString(copy), "image/svg+xml");
}

function csvCell(value: string | number | null): string {
  const cell = value === null ? "" : String(value);
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Rows as CSV, the first of them the header. */
export function csvFile(rows: readonly (readonly (string | number | null)[])[]): Blob {
  return text(`${rows.map((row) => row.map(csvCell).join(",")).join("\n")}\n`, "text/csv");
}

/** The two buttons under a chart. `rows` gives what the chart shows, the header first. */
export function saveButtons(
  name: string,
  drawing: () => SVGSVGElement | null,
  rows: () => readonly (readonly (string | number | null)[])[],
): TemplateResult {
  const saveDrawing = () => {
    const found = drawing();
    if (found !== null) download(`${name}.svg`, svgFile(found));
  };
  return html`<div class="row">
    <button type="button" class="quiet" @click=${() => download(`${name}.csv`, csvFile(rows()))}>Save as CSV</button>
    <button type="button" class="quiet" @click=${saveDrawing}>Save as SVG</button>
  </div>`;
}
