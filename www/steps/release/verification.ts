import { html, nothing, type TemplateResult } from "lit";
import type { Claim, Verification } from "../../engine/wire/protocol";
import type { Names } from "../../state/names";
import { bigCount, cell, count, loss, records } from "../../ui/format";
import { withoutThem } from "./words";

/** The longest text of a claim that holds, in characters; the whole of it is its title. */
const SHORT = 15;

/** A number of the report as numbers are written on the page; of a text that agrees, its beginning. */
function figure(text: string, holds: boolean): string {
  if (/^\d+$/.test(text)) return bigCount(text);
  if (/^\d+\.\d+$/.test(text)) return loss(Number(text));
  return holds && text.length > SHORT ? `${text.slice(0, SHORT - 2)}…` : text;
}

function row({ claim, claimed, found, holds }: Claim): TemplateResult {
  const held = holds === true;
  const kind = held ? "number" : "number amiss";
  return html`<tr>
    <th scope="row">${claim}</th>
    <td>${holds ? "yes" : html`<span class="care">no</span>`}</td>
    <td class=${kind} title=${claimed}>${figure(claimed, held)}</td>
    <td class=${kind} title=${found}>${figure(found, held)}</td>
  </tr>`;
}

/** What was found when the written bytes were read again and compared with the original, claim by claim. */
export function verification(names: Names, found: Verification): TemplateResult {
  const checked = found.claims.filter((claim) => claim.holds != null);
  const open = found.claims.filter((claim) => claim.holds == null);
  // What fails stands first.
  checked.sort((one, other) => Number(one.holds) - Number(other.holds));
  return html`<section aria-labelledby=${names.titled("verification-title")} class="verification" data-holds=${found.holds}>
    <h2 id=${names.id("verification-title")}>
      ${found.holds ? "Verified: every claim that can be checked holds" : "Not verified: a claim does not hold"}
    </h2>
    <p>
      The ${count(found.records)} released records were read again from the written bytes and compared with the original, byte
      by byte. Each of the ${count(found.records - found.suppressedRecords)} that are not suppressed shares its values with at
      least ${records(found.smallestClass)}, counting itself; ${count(found.k)} were asked for.
      ${found.removedRecords ? withoutThem(found.removedRecords) : nothing}
    </p>
    ${
      found.holds
        ? nothing
        : html`<p class="care">Do not share this file. Run once more; if it happens again, keep the report and the recipe.</p>`
    }
    <details ?open=${!found.holds}>
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
    }
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
