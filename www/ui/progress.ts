import { html, nothing, type TemplateResult } from "lit";
import type { Bytes } from "../engine/wire/protocol";
import { percent, bytes as size } from "./format";

/** A bar for work of known length, or one that only shows activity. */
export function progressBar(label: string, share: number | null): TemplateResult {
  return share === null
    ? html`<progress class="bar" aria-label=${label}></progress>`
    : html`<progress class="bar" max="1" .value=${share} aria-label=${label}></progress>`;
}

/** The share of a file that is read or, once it is, of its preparation; null if it is unknown. */
export function shareOf(read: Bytes | null): number | null {
  if (read === null || read.total === 0) return null;
  return read.prepared ?? read.done / read.total;
}

/** The busy state of a view. */
export function busy(what: string, read: Bytes | null, cancel: () => void): TemplateResult {
  const share = shareOf(read);
  return html`<div class="busy">
    <p>${what}</p>
    ${progressBar(what, share)}
    <p class="caption">
      ${
        read === null || share === null
          ? nothing
          : read.prepared === undefined
            ? html`${size(read.done)} of ${size(read.total)}, ${percent(share)}`
            : html`${percent(share)} of the hierarchies`
      }
    </p>
    <button type="button" @click=${cancel}>Cancel</button>
  </div>`;
}
