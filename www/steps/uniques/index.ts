import { html, type TemplateResult } from "lit";
import { currentCells } from "../../state/cells";
import { currentUniques } from "../../state/uniques";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { cellsWords } from "../cells";
import { done, ready, withColumns } from "../step";
import { ABOUT } from "./about";
import "./uniques.css";

const state = withColumns((workbench) => {
  const uniques = currentUniques(workbench);
  if (uniques === null) return ready("ready to search");
  const { unsafe_records: unsafe } = uniques.found.report;
  const cells = currentCells(workbench);
  if (cells !== null) return done(`${cellsWords(cells.report.suppressed_cells)} suppressed for the release`);
  return unsafe === 0 ? done("no record is unsafe") : done(`${plural(unsafe, "record")} unsafe`);
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-uniques-step class="view" .workbench=${workbench}></kanon-uniques-step>`;

export const uniques = { ...ABOUT, state, view } as const;
