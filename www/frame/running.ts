/** What is shown and announced about work, as far as the first script contains it. */

import { html, nothing, type TemplateResult } from "lit";
import type { Outcome } from "../engine/wire/protocol";
import type { Workbench } from "../state/workbench";
import { hasArrived } from "../steps/arriving";

/** The run bar, once its element is there; the host then renders again. */
export function runBar(workbench: Workbench, host: { requestUpdate(): void }): TemplateResult | typeof nothing {
  return hasArrived("kanon-run-bar", host) ? html`<kanon-run-bar .workbench=${workbench}></kanon-run-bar>` : nothing;
}

/** The announcement when a search has ended. */
export function announced({ optimal, latticeSize }: Outcome): string {
  if (latticeSize === "1") return "The policy is ready";
  return optimal ? "Best policy found and proven" : "Search stopped, best so far kept";
}
