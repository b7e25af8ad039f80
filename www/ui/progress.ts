import { html, nothing, type TemplateResult } from "lit";
import type { Bytes } from "../engine/protocol";
import { percent, bytes as size } from "./format";

/** A bar for work of known length, or one that only says that work goes on. */
export function progressBar(label: string, share: number | null): TemplateResult {
  return share === null
    ? html`<progress class="bar" aria-label=${label}></progress>`
    : html`<progress class="bar" max="1" .value=${share} aria-label=${label}></progress>`;
}

/** The busy state of a view. */
export function busy(what: string, read: Bytes | null, cancel: () => void): TemplateResult {
  const share = read === null || read.total === 0 ? null : read.done / read.total;
  return html`<div class="busy">
    <p>${what}</p>
    ${progressBar(what, share)}
    <p class="caption">
      ${read === null || share === null ? nothing : html`${size(read.done)} of ${size(read.total)}, ${percent(share)}`}
    </p>
    <button type="button" @click=${cancel}>Cancel</button>
  </div>`;
}
