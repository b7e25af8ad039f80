import { html, type TemplateResult } from "lit";
import type { StepName } from "../state/step-name";
import type { Workbench } from "../state/workbench";
import { stepOf } from "./steps";

const elementOf = (name: StepName): string => `kanon-${name}-step`;

/** The view of a step, or a word while its element is still on its way; the host is drawn anew when it is there. */
export function viewOf(workbench: Workbench, name: StepName, host: { requestUpdate(): void }): TemplateResult {
  const element = elementOf(name);
  if (customElements.get(element) !== undefined) return stepOf(name).view(workbench);
  void customElements.whenDefined(element).then(() => host.requestUpdate());
  return html`<p class="hint" role="status">This step is still arriving.</p>`;
}
