import { html, type TemplateResult } from "lit";
import { currentFrontier } from "../../state/frontier";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { done, ready, withColumns } from "../step";
import { ABOUT } from "./about";
import "./frontier.css";

const state = withColumns(({ study }) => {
  const step = currentFrontier(study)?.reached.step ?? null;
  if (step === null) return ready("ready to search");
  const found = plural(step.size, "policy", "policies");
  return done(`${found}, ${step.exact ? "exact" : "best found"}`, step.exact ? "✓" : "≈");
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-frontier-step class="view" .workbench=${workbench}></kanon-frontier-step>`;

export const frontier = { ...ABOUT, state, view } as const;
