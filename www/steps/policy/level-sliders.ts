import { html, svg, type TemplateResult } from "lit";
import { hierarchyOf, isSeen, lookAt } from "../../state/shaping";
import type { Workbench } from "../../state/workbench";

const WIDTH = 160;
const HEIGHT = 20;
const MARGIN = 8;

/** One track for each quasi-identifier: fine on the left, coarse on the right, and the policy's position. */
function track(column: string, level: number, name: string, height: number): TemplateResult {
  const x = (at: number) => MARGIN + (height <= 1 ? 0 : (at / (height - 1)) * (WIDTH - 2 * MARGIN));
  return html`<svg class="track" viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} role="img" aria-label="${column}: ${name}, level ${level} of 0 to ${height - 1}">
    <line x1=${MARGIN} x2=${WIDTH - MARGIN} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
    ${Array.from({ length: height }, (_, at) => svg`<circle class="stop" cx=${x(at)} cy=${HEIGHT / 2} r="2" />`)}
    <circle class="knob" cx=${x(level)} cy=${HEIGHT / 2} r="6" />
  </svg>`;
}

/** The policy as a row of sliders, in the order of the quasi-identifiers. */
export function levelSliders(
  workbench: Workbench,
  columns: readonly string[],
  levels: readonly number[],
  words: readonly (readonly [string, string])[],
): TemplateResult {
  return html`<ul class="sliders" aria-label="Levels of the best policy so far">
    ${columns.map((column, index) => {
      const level = levels[index] ?? 0;
      const view = lookAt(workbench, column, hierarchyOf(workbench, column));
      const height = isSeen(view) ? view.height : level + 1;
      const name = words[index]?.[1] ?? "";
      return html`<li>
        <span class="slider-name">${column}</span>${track(column, level, name, height)}
        <span class="slider-level">${name} <span class="caption">${level} of ${height - 1}</span></span>
      </li>`;
    })}
  </ul>`;
}
