import { html, type TemplateResult } from "lit";
import type { StepName } from "../state/step-name";
import type { Workbench } from "../state/workbench";

/** The steps in which there is more than settings. */
const WORKED: readonly StepName[] = ["policy", "frontier", "uniques", "compare", "release"];

/** Settings; where they are the page's around, they can be looked at only. */
export function settable(workbench: Workbench, settings: TemplateResult): TemplateResult {
  return workbench.lock.isShut ? html`<fieldset class="given" disabled>${settings}</fieldset>` : settings;
}

/** A whole step, which may be nothing but settings. */
export function shown(workbench: Workbench, step: StepName, view: TemplateResult): TemplateResult {
  return WORKED.includes(step) ? view : settable(workbench, view);
}
