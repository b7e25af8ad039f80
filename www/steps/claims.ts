import { html, nothing, type TemplateResult } from "lit";
import type { Claim, Verification } from "../engine/wire/protocol";
import { bigCount, count, loss } from "../ui/format";

/** The longest text and the longest digest of a claim that holds, in characters. The full text is in the title. */
const SHORT = 32;
const DIGEST = 15;

/** A number of the report in the page's format; for a text that agrees, its beginning. */
function figure(text: string, holds: boolean): string {
  if (/^\d+$/.test(text)) return bigCount(text);
  if (/^\d+\.\d+$/.test(text)) return loss(Number(text));
  const most = /^[\da-f]{64}$/.test(text) ? DIGEST : SHORT;
  return holds && text.length > most ? `${text.slice(0, most - 2)}…` : text;
}

function row({ field, claim, claimed, found, holds }: Claim): TemplateResult {
  const held = holds === true;
  const kind = held ? "number" : "number amiss";
  return html`<tr>
    <th scope="row" title=${field ?? nothing}>${claim}</th>
    <td>${holds ? "yes" : html`<span class="care">no</span>`}</td>
    <td class=${kind} title=${claimed}>${figure(claimed, held)}</td>
    <td class=${kind} title=${found}>${figure(found, held)}</td>
  </tr>`;
}

/** The claims of a report one by one, failing ones first; and those that were not checked, with the reason. */
export function claims(found: Pick<Verification, "holds" | "claims">): TemplateResult {
  const checked = found.claims.filter((claim) => claim.holds != null);
  const open = found.claims.filter((claim) => claim.holds == null);
  checked.sort((one, other) => Number(one.holds) - Number(other.holds));
  return html`<details ?open=${!found.holds}>
      <summary>${count(checked.length)} claims checked</summary>
      <div class="scroller" tabindex="0" role="group" aria-label="Claims checked">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">claim</th>
              <th scope="col">holds</th>
              <th scope="col" class="number">in the report</th>
              <th scope="col" class="number">found</th>
            </tr>
          </thead>
          <tbody>
            ${checked.map(row)}
          </tbody>
        </table>
      </div>
    </details>
    ${
      open.length === 0
        ? nothing
        : html`<details>
            <summary>${count(open.length)} not checked, and why</summary>
            <dl class="not-checked">
              ${open.map(({ claim, found: why }) => html`<dt>${claim}</dt><dd>${why}</dd>`)}
            </dl>
          </details>`
    }`;
}
