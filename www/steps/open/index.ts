import { html, type TemplateResult } from "lit";
import { raggedRefused } from "../../state/source";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { care, done, ready, type StepState } from "../step";
import { ABOUT } from "./about";
import "./open";
import "./open.css";

function state(workbench: Workbench): StepState {
  const { source } = workbench.study;
  if (source === null) return ready("no file yet");
  const ragged = raggedRefused(source);
  if (ragged > 0) return care(String(ragged), plural(ragged, "ragged record"));
  return done("file read");
}

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-open-step class="view" .workbench=${workbench}></kanon-open-step>`;

export const open = { ...ABOUT, state, view } as const;
