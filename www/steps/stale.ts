import { html, nothing, type TemplateResult } from "lit";
import { isStale } from "../state/job";
import type { JobName, Study } from "../state/study";
import { changedSince } from "../text/stale";

/** The note that the content was made under different settings. */
export function staleHint(what: Parameters<typeof changedSince>[0]): TemplateResult {
  return html`<p class="hint care" role="status">${changedSince(what)}</p>`;
}

/** The note for a job of the open file, if it is stale. */
export function staleJob(study: Study, name: JobName): TemplateResult | typeof nothing {
  return isStale(study, name) ? staleHint(name) : nothing;
}
