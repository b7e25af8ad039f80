/** Charts as files: the drawing with its style written into it, and its points as a table. */

import { html, type TemplateResult } from "lit";
import { download, text } from "../ui/files";
import { workbenchAround } from "../ui/host";

/** The style properties that a file must contain itself. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight"];
const SVG = "http://www.w3.org/2000/svg";

/** A drawing of the page as a self-contained file. */
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
  ground.setAttribute("fill", getComputedStyle(workbenchAround(drawing) ?? document.body).backgroundColor);
  copy.prepend(ground);
  copy.removeAttribute("tabindex");
  return text(new XMLSerializer().serializeToString(copy), "image/svg+xml");
}

/** Pixels of a picture for each pixel of the page, so that it is sharp on paper. */
const SCALE = 2;

/** The drawing as a picture. */
async function pngFile(drawing: SVGSVGElement): Promise<Blob | null> {
  const { width, height } = drawing.getBoundingClientRect();
  const address = URL.createObjectURL(svgFile(drawing));
  try {
    const image = new Image(width * SCALE, height * SCALE);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function csvCell(value: string | number | null): string {
  const cell = value === null ? "" : String(value);
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Rows as CSV. The first one is the header. */
export function csvFile(rows: readonly (readonly (string | number | null)[])[]): Blob {
  return text(`${rows.map((row) => row.map(csvCell).join(",")).join("\n")}\n`, "text/csv");
}

/** The buttons under a chart. `rows` returns the chart's data, the header first. */
export function saveButtons(
  name: string,
  drawing: () => SVGSVGElement | null,
  rows: () => readonly (readonly (string | number | null)[])[],
): TemplateResult {
  const saveDrawing = () => {
    const found = drawing();
    if (found !== null) download(`${name}.svg`, svgFile(found));
  };
  const savePicture = async () => {
    const found = drawing();
    const picture = found === null ? null : await pngFile(found);
    if (picture !== null) download(`${name}.png`, picture);
  };
  return html`<div class="row">
    <button type="button" class="quiet" @click=${() => download(`${name}.csv`, csvFile(rows()))}>Save as CSV</button>
    <button type="button" class="quiet" @click=${saveDrawing}>Save as SVG</button>
    <button type="button" class="quiet" @click=${savePicture}>Save as PNG</button>
  </div>`;
}

/** The area under a drawing: its data as a table, and the buttons to save it. */
export function underChart(
  chart: Element,
  name: string,
  table: TemplateResult,
  rows: () => readonly (readonly (string | number | null)[])[],
): TemplateResult {
  return html`<details>
      <summary>The same as a table</summary>
      ${table}
    </details>
    ${saveButtons(name, () => chart.querySelector("svg"), rows)}`;
}
