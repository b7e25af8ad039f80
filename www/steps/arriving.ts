import { html, type TemplateResult } from "lit";
import type { StepName } from "../state/step-name";
import type { Workbench } from "../state/workbench";
import { stepOf } from "./steps";

const elementOf = (name: StepName): string => `kanon-${name}-step`;

/** Whether an element is defined; if not, the host renders again when it is. */
export function hasArrived(element: string, host: { requestUpdate(): void }): boolean {
  if (customElements.get(element) !== undefined) return true;
  void customElements.whenDefined(element).then(() => host.requestUpdate());
  return false;
}

/** The view of a step, or a note while its element is loading. */
export function viewOf(workbench: Workbench, name: StepName, host: { requestUpdate(): void }): TemplateResult {
  if (hasArrived(elementOf(name), host)) return stepOf(name).view(workbench);
  return html`<p class="hint" role="status">This step is still arriving.</p>`;
}
