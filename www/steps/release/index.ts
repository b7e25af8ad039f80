import { html, type TemplateResult } from "lit";
import { currentCells, writtenCells } from "../../state/cells";
import { chosenCells } from "../../state/chosen";
import { currentReleased, currentResult, lastResult } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { blocked, care, done, ready, type StepState, withColumns } from "../step";
import { ABOUT } from "./about";

function ofCells(workbench: Workbench): StepState {
  if (currentCells(workbench) === null) return care("!", "the cells are to be found");
  const written = writtenCells(workbench);
  if (written === null) return ready("ready to write");
  return written.written.verification.holds ? done("written and verified") : care("!", "verification failed");
}

const state = withColumns((workbench) => {
  const { study } = workbench;
  if (chosenCells(study.recipe) !== null) return ofCells(workbench);
  const result = currentResult(study);
  if (result === null)
    return blocked(lastResult(study) === null ? "run a policy first" : "find a policy of these settings first");
  const released = currentReleased(study);
  if (released === null)
    return workbench.engine.holdsSearch(result.search) ? ready("ready to write") : care("!", "run once more");
  return released.written.verification.holds ? done("written and verified") : care("!", "verification failed");
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-release-step class="view" .workbench=${workbench}></kanon-release-step>`;

export const release = { ...ABOUT, state, view } as const;
