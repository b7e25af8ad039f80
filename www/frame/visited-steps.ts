/** Makes steps browser pages: Back and Forward go through the visited ones. */

import { STEP_NAMES, type StepName } from "../state/step-name";
import type { Workbench } from "../state/workbench";
import { stepOf } from "../steps/steps";

function stepIn(state: unknown): StepName | null {
  const name = typeof state === "object" && state !== null && "step" in state ? state.step : null;
  return STEP_NAMES.find((step) => step === name) ?? null;
}

/** Records each step that a workbench visits in the browser's history. */
export function keepVisitedSteps(workbench: Workbench, signal: AbortSignal): void {
  let shown = workbench.step;
  history.replaceState({ step: shown }, "");
  const stop = workbench.subscribe(() => {
    if (workbench.step === shown) return;
    shown = workbench.step;
    history.pushState({ step: shown }, "");
  });
  signal.addEventListener("abort", stop);
  const goBack = ({ state }: PopStateEvent) => {
    const step = stepIn(state);
    // A step of a file that is no longer open has nothing to show.
    if (step === null || stepOf(step).state(workbench).kind === "blocked") return;
    shown = step;
    workbench.goTo(step);
  };
  window.addEventListener("popstate", goBack, { signal });
}
