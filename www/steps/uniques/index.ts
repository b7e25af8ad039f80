import { html, type TemplateResult } from "lit";
import { currentUniques } from "../../state/uniques";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { done, ready, withColumns } from "../step";
import { ABOUT } from "./about";
import "./uniques.css";

const state = withColumns((workbench) => {
  const uniques = currentUniques(workbench);
  if (uniques === null) return ready("ready to search");
  const { unsafe_records: unsafe } = uniques.found.report;
  return unsafe === 0 ? done("no record is unsafe") : done(`${plural(unsafe, "record")} unsafe`);
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-uniques-step class="view" .workbench=${workbench}></kanon-uniques-step>`;

export const uniques = { ...ABOUT, state, view } as const;
