import { html, nothing, type TemplateResult } from "lit";
import type { Workbench } from "../state/workbench";
import { PRINTED } from "../ui/host";

/**
 * The printed replacement of a workbench; the host renders again when its element is there. A review, which may be
 * about a different file, is printed as it is.
 */
export function printedInstead(workbench: Workbench, host: { requestUpdate(): void }): TemplateResult | typeof nothing {
  if (customElements.get(PRINTED) === undefined) {
    void customElements.whenDefined(PRINTED).then(() => host.requestUpdate());
    return nothing;
  }
  if (workbench.step === "review") return nothing;
  return html`<kanon-printed class="printed-instead" .workbench=${workbench}></kanon-printed>`;
}
