import { html, type TemplateResult } from "lit";
import { sized } from "./sized";

const LONGEST_BAR_PIXELS = 72;

/** A number with a bar proportional to its share of the greatest. */
export function barred(value: number, most: number, words: string): TemplateResult {
  const width = most <= 0 || value <= 0 ? 0 : Math.max(1, (value / most) * LONGEST_BAR_PIXELS);
  return html`<td class="number barred">
    ${words}<i aria-hidden="true" ${sized({ width: `${width}px` })}></i>
  </td>`;
}
