import { html, nothing, type TemplateResult } from "lit";
import type { Verification } from "../../engine/protocol";
import { bigCount, cell, count, loss, records } from "../../ui/format";

/** A number of the report as numbers are written on the page; what is no number stays as it is. */
function figure(text: string): string {
  if (/^\d+$/.test(text)) return bigCount(text);
  return /^\d+\.\d+$/.test(text) ? loss(Number(text)) : text;
}

function held(holds: boolean | null | undefined): TemplateResult | string {
  if (holds == null) return "cannot be read off the release";
  return holds ? "yes" : html`<span class="care">no</span>`;
}

/** What was found when the written bytes were read again, claim by claim. */
export function verification(found: Verification): TemplateResult {
  return html`<section aria-labelledby="verification-title" class="verification" data-holds=${found.holds}>
    <h2 id="verification-title">${found.holds ? "Verified: every claim holds" : "Not verified: a claim does not hold"}</h2>
    <p>
      The ${count(found.records)} released records were read again from the written bytes. Each of the
      ${count(found.records - found.suppressedRecords)} that are not suppressed shares its values with at least
      ${records(found.smallestClass)}, counting itself; ${count(found.k)} were asked for.
    </p>
    ${
      found.holds
        ? nothing
        : html`<p class="care">Do not share this file. Run once more; if it happens again, keep the report and the recipe.</p>`
    }
    <div class="scroller">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">claim</th>
            <th scope="col" class="number">in the report</th>
            <th scope="col" class="number">in the bytes</th>
            <th scope="col">holds</th>
          </tr>
        </thead>
        <tbody>
          ${found.claims.map(
            (claim) => html`<tr>
              <th scope="row">${claim.claim}</th>
              <td class="number" title=${claim.claimed}>${figure(claim.claimed)}</td>
              <td class="number" title=${claim.found}>${figure(claim.found)}</td>
              <td>${held(claim.holds)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      found.worst.length === 0
        ? nothing
        : html`<details>
            <summary>The smallest classes</summary>
            <ul>
              ${found.worst.map((entry) => html`<li><code>${entry.values.map(cell).join(" · ")}</code>, ${records(entry.records)}</li>`)}
            </ul>
          </details>`
    }
  </section>`;
}
