import { html, type TemplateResult } from "lit";
import { openKinds } from "../../state/reading";
import { hierarchyOf, isSeen, lookAt, uncovered, unseenProposals } from "../../state/shaping";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";
import { care, done, withColumns } from "../step";
import { ABOUT } from "./about";
import "./hierarchies.css";

const state = withColumns((workbench, columns) => {
  const amiss = uncovered(workbench);
  const isCovered = (column: string) =>
    !amiss.includes(column) && isSeen(lookAt(workbench, column, hierarchyOf(workbench, column)));
  if (amiss.length > 0)
    return care(
      `${columns.filter(isCovered).length}/${columns.length}`,
      `${plural(amiss.length, "hierarchy needs", "hierarchies need")} attention`,
    );
  const open = openKinds(workbench.study).filter((column) => columns.includes(column)).length;
  if (open > 0) return care(String(open), `${plural(open, "column")} whose kind is to be chosen`);
  const unseen = unseenProposals(workbench).length;
  if (unseen > 0)
    return care(
      `${columns.length - unseen}/${columns.length}`,
      `${plural(unseen, "proposed hierarchy", "proposed hierarchies")} not looked at`,
    );
  return done(`${plural(columns.length, "hierarchy covers", "hierarchies cover")} the data`);
});

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-hierarchies-step class="view" .workbench=${workbench}></kanon-hierarchies-step>`;

export const hierarchies = { ...ABOUT, state, view } as const;
