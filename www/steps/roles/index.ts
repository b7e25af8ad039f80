import { html, type TemplateResult } from "lit";
import { quasiIdentifiers, undecided } from "../../state/study";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { care, done, type StepState, withFile } from "../step";
import { ABOUT } from "./about";
import "./roles.css";

const state = withFile(({ study }: Workbench): StepState => {
  const columns = quasiIdentifiers(study.recipe);
  const open = undecided(study).length;
  if (columns.length > 0 && open > 0) return care(String(open), `${plural(open, "column")} to decide`);
  return columns.length === 0
    ? care("0", "no quasi-identifier yet")
    : done(plural(columns.length, "quasi-identifier"), `✓ ${columns.length}`);
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-roles-step class="view" .workbench=${workbench}></kanon-roles-step>`;

export const roles = { ...ABOUT, state, view } as const;
