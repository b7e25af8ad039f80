/** The proof for others that no policy loses less: made, and checked again, next to the claim. */

import { html, nothing, type TemplateResult } from "lit";
import {
  currentProof,
  currentVerdict,
  isSearched,
  makeProof,
  type Proof,
  proveAgain,
  stoppedProof,
} from "../../state/proving";
import type { Result } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { bytes, percent, plural } from "../../ui/format";
import { progressBar } from "../../ui/progress";
import { sentence, verdictWords } from "../proof";

/** What can be proven to others about a result, or why nothing can. */
export function provenForOthers(workbench: Workbench, result: Result): TemplateResult | typeof nothing {
  if (!isSearched(result)) return nothing;
  const { unprovable } = result.found;
  const { activity } = workbench.study;
  const proof = currentProof(workbench);
  const shown =
    unprovable !== null
      ? html`<p class="hint">${sentence(unprovable)}</p>`
      : activity?.kind === "proving"
        ? proving(workbench, activity)
        : proof === null
          ? offer(workbench, result)
          : made(workbench, proof);
  return html`<section aria-labelledby=${workbench.names.titled("proof-title")}>
    <h2 id=${workbench.names.id("proof-title")}>Proof for others</h2>
    ${shown}
  </section>`;
}

function offer(workbench: Workbench, result: Result): TemplateResult {
  const stopped = stoppedProof(workbench, result);
  return html`<p>
      With a proof, whoever has a copy of the table can check without any search that no valid policy loses less.
    </p>
    ${stopped === null ? nothing : html`<p class="hint">It was cancelled with ${percent(stopped.share)} of the policies closed.</p>`}
    <button type="button" ?disabled=${workbench.study.activity !== null} @click=${() => makeProof(workbench)}>
      ${stopped === null ? "Make the proof" : "Go on with the proof"}
    </button>`;
}

function proving(workbench: Workbench, { share, nodes }: { share: number; nodes: number | null }): TemplateResult {
  const words = nodes === null ? "Checking the proof" : "Making the proof";
  const unit = nodes === null ? "of its nodes" : "of the policies";
  return html`<div class="busy">
    <p>${words}</p>
    ${progressBar(`${words}: share ${unit}`, share)}
    <button type="button" @click=${() => workbench.cancel()}>Cancel</button>
  </div>`;
}

function made(workbench: Workbench, proof: Proof): TemplateResult {
  const verdict = currentVerdict(workbench, proof);
  return html`<p>
      The proof is made: ${plural(proof.nodes, "node")}, ${bytes(proof.file.size)}. It is among the downloads, and so is the
      passport, once the release is written.
    </p>
    <button type="button" ?disabled=${workbench.study.activity !== null} @click=${() => proveAgain(workbench, proof)}>
      Prove again
    </button>
    <div role="status">
      ${verdict === null ? nothing : html`<h3 class=${verdict.outcome === "proven" ? "" : "bad"}>${verdict.title}</h3>${verdictWords(verdict)}`}
    </div>`;
}
