import { html, type TemplateResult } from "lit";
import { chosenCells } from "../../state/chosen";
import { currentResult, lastResult, type Result } from "../../state/result";
import { uncovered } from "../../state/shaping";
import { undecided } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { butEmpty, isMostlyEmpty } from "../../ui/left";
import { care, done, ready, type StepState, withColumns } from "../step";
import { ABOUT } from "./about";
import "./policy.css";

function foundState({ found: { outcome, progress } }: Result): StepState {
  if (outcome.chosen) return done("chosen by hand");
  if (outcome.latticeSize === "1") return done("chosen, not searched");
  if (outcome.optimal) {
    const words = `proven best${butEmpty(outcome)}`;
    return isMostlyEmpty(outcome) ? care("!", words) : done(words);
  }
  return progress.status === "done" ? done("found, not proven") : care("…", "best so far, not yet proven");
}

const state = withColumns((workbench) => {
  const { study } = workbench;
  const open = undecided(study).length;
  if (open > 0) return care("!", `${plural(open, "column")} to decide first`);
  if (uncovered(workbench).length > 0) return care("!", "hierarchies need attention first");
  const result = currentResult(study);
  if (result !== null && chosenCells(study.recipe) !== null) return done("not what is released");
  if (result !== null) return foundState(result);
  return lastResult(study) === null ? ready("ready to run") : care("!", "settings changed since the last run");
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-policy-step class="view" .workbench=${workbench}></kanon-policy-step>`;

export const policy = { ...ABOUT, state, view } as const;
