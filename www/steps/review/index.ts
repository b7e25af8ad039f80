import { html, type TemplateResult } from "lit";
import type { Workbench } from "../../state/workbench";
import { ready, type StepState } from "../step";
import { ABOUT } from "./about";

const state = (): StepState => ready("any finished file");

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-review-step class="view" .workbench=${workbench}></kanon-review-step>`;

export const review = { ...ABOUT, state, view } as const;
