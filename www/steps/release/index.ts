import { html, type TemplateResult } from "lit";
import { currentReleased, currentResult } from "../../state/result";
import type { Workbench } from "../../state/workbench";
import { blocked, care, done, ready, withColumns } from "../step";
import { ABOUT } from "./about";

const state = withColumns(({ study }) => {
  if (currentResult(study) === null) return blocked("run a policy first");
  const released = currentReleased(study);
  if (released === null) return ready("ready to write");
  return released.written.verification.holds ? done("written and verified") : care("!", "verification failed");
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-release-step class="view" .workbench=${workbench}></kanon-release-step>`;

export const release = { ...ABOUT, state, view } as const;
