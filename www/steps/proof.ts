/** The result of the proof that no policy loses less, in words. */

import { html, nothing, type TemplateResult } from "lit";
import type { OpenColumn, ProofVerdict } from "../engine/wire/proofs";
import { count, loss } from "../ui/format";

/** The verdict in sentences, with the policies that are left open. */
export function verdictWords(verdict: ProofVerdict): TemplateResult {
  const { outcome, policies, nodes, loss: lost, slack, why, open } = verdict;
  if (outcome === "proven" && policies !== null && nodes !== null && lost !== null)
    return html`<p>
      Of ${count(policies)} policies none that is valid loses less than ${loss(lost)}${slack ? " by more than a billionth, as the measure is rounded" : ""}. The checker shares nothing with the
      search: it counted the records anew and went through ${nodes === 1 ? "the one node" : `all ${count(nodes)} nodes`} of the proof.
    </p>`;
  return html`<p class="amiss">${OTHERWISE[outcome]}</p>
    ${open === null ? html`<p class="caption">${sentence(why)}</p>` : openBox(open)}`;
}

const OTHERWISE: Readonly<Partial<Record<ProofVerdict["outcome"], string>>> = {
  refused: "It proves nothing of the policy: the file was changed or is damaged, or a better policy was left out.",
  "other-release": "The policy is proven, but the release is not what it makes of the table.",
  "wrong-file":
    "It was made of another table or by another recipe, or it is no proof. Give the table and the recipe that it was made of.",
};

/** The policies that a proof does not rule out, by the columns that vary. */
function openBox(open: readonly OpenColumn[]): TemplateResult {
  const fixed = open.filter(({ from, to }) => from === to);
  const free = open.filter(({ from, to }) => from !== to);
  return html`<p>Open are these policies, of which it does not show that none is valid and loses less:</p>
    <div class="scroller" tabindex="0" role="group" aria-label="Policies that are left open">
      <table class="rows">
        <thead>
          <tr><th scope="col">column</th><th scope="col">from</th><th scope="col">to</th></tr>
        </thead>
        <tbody>
          ${[...free, ...fixed].map(
            ({ column, from, to }) => html`<tr>
              <th scope="row">${column}</th>
              <td>${from}</td>
              <td>${from === to ? nothing : to}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** Words of the core as a sentence. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;
}
