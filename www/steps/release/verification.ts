import { html, nothing, type TemplateResult } from "lit";
import type { Outcome, Verification } from "../../engine/wire/protocol";
import type { Names } from "../../state/names";
import { cell, count, records } from "../../ui/format";
import { claims } from "../claims";
import { withoutThem } from "./words";

/** The result of reading the written bytes again and comparing them with the original, claim by claim. */
export function verification(names: Names, found: Verification, { conditions }: Outcome): TemplateResult {
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
      conditions.length === 0 || !found.holds
        ? nothing
        : html`<p>What was asked beside k was counted again, too:</p>
            <ul>${conditions.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`
    }
    ${
      found.holds
        ? nothing
        : html`<p class="care">Do not share this file. Run once more; if it happens again, keep the report and the recipe.</p>`
    }
    ${claims(found)}
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
