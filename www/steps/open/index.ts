import { html, type TemplateResult } from "lit";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { care, done, ready, type StepState } from "../step";
import { ABOUT } from "./about";
import "./open";
import "./open.css";

function state(workbench: Workbench): StepState {
  const { source } = workbench.study;
  if (source === null) return ready("no file yet");
  const { raggedCount } = source.profile;
  if (raggedCount > 0) return care(String(raggedCount), `${plural(raggedCount, "ragged record")}`);
  return done("file read");
}

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-open class="view" .workbench=${workbench}></kanon-open>`;

export const open = { ...ABOUT, state, view } as const;
