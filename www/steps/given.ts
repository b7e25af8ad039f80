import { html, type TemplateResult } from "lit";
import type { StepName } from "../state/step-name";
import type { Workbench } from "../state/workbench";

/** The steps that contain more than settings. */
const WORKED: readonly StepName[] = ["policy", "frontier", "uniques", "compare", "release"];

/** Settings; read-only if they belong to the surrounding page. */
export function settable(workbench: Workbench, settings: TemplateResult): TemplateResult {
  return workbench.lock.isShut ? html`<fieldset class="given" disabled>${settings}</fieldset>` : settings;
}

/** A whole step, which may consist of settings only. */
export function shown(workbench: Workbench, step: StepName, view: TemplateResult): TemplateResult {
  return WORKED.includes(step) ? view : settable(workbench, view);
}
