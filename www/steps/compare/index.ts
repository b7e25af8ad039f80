import { html, type TemplateResult } from "lit";
import { currentCandidates, wanted } from "../../state/compared";
import { lastResult } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { blocked, done, ready, withColumns } from "../step";
import { ABOUT } from "./about";
import "./compare.css";

const state = withColumns((workbench) => {
  const { study } = workbench;
  if (wanted(study).length === 0)
    return blocked(lastResult(study) === null ? "find a policy first" : "find a policy of these settings first");
  return currentCandidates(study)?.state === "ended" ? done("looked at") : ready("ready to look at");
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-compare-step class="view" .workbench=${workbench}></kanon-compare-step>`;

export const compare = { ...ABOUT, state, view } as const;
