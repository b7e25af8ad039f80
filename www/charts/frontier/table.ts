import { html, type TemplateResult } from "lit";
import type { NamedPoint } from "./drawing";
import type { PlanePoint } from "./window";

/** The data of the chart. */
export interface FrontierModel {
  /** A sentence that describes the chart. */
  readonly caption: string;
  readonly names: { readonly risk: string; readonly loss: string };
  readonly words: { readonly risk: (value: number) => string; readonly loss: (value: number) => string };
  /** By rising risk. */
  readonly points: readonly PlanePoint[];
  readonly visited: readonly PlanePoint[];
  readonly named: readonly NamedPoint[];
  /** The selected point. */
  readonly chosen: PlanePoint | null;
}

const ROWS = 100;

/** A point in words. */
export function spoken({ words }: FrontierModel, { risk, loss }: PlanePoint): string {
  return `risk ${words.risk(risk)}, loss ${words.loss(loss)}`;
}

/** The frontier as a table. Long ones are thinned. */
export function pointTable(model: FrontierModel, pick: (point: PlanePoint) => void): TemplateResult {
  const { points, names, words } = model;
  const every = Math.max(1, Math.ceil(points.length / ROWS));
  const rows = points.filter((_, index) => index % every === 0 || index === points.length - 1);
  return html`<details>
    <summary>The same as a table</summary>
    <div class="scroller" tabindex="0" role="group" aria-label="The frontier as a table">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col" class="number">${names.risk}</th>
            <th scope="col" class="number">${names.loss}</th>
            <th scope="col">policy</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (point) => html`<tr>
              <td class="number">${words.risk(point.risk)}</td>
              <td class="number">${words.loss(point.loss)}</td>
              <td>
                <button type="button" class="link" aria-label="Look at the policy of ${spoken(model, point)}" @click=${() => pick(point)}>
                  look
                </button>
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
