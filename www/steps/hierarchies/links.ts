import { html, type TemplateResult } from "lit";
import { linkTogether, proposedLinks } from "../../state/linking";
import type { Workbench } from "../../state/workbench";

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Which columns determine which, with the offer to link them if they can share levels, and otherwise the risk. */
export function linkProposals(workbench: Workbench, column: string): TemplateResult[] {
  return proposedLinks(workbench, column).map(({ columns, reason, isOneThing, heights }) => {
    const canShare = heights !== null && new Set(heights).size === 1;
    return html`<div class="hint">
      <p><b>One tells the other.</b> ${reason}</p>
      ${
        canShare
          ? html`<p>
                Linked columns are released on one level, so that none says more than the
                others.${isOneThing ? " Together they count in the loss as one column." : ""}
              </p>
              <button type="button" @click=${() => linkTogether(workbench, columns, isOneThing)}>Link ${listed(columns)}</button>`
          : html`<p>
              ${
                heights === null
                  ? ""
                  : html`They cannot share a level: ${listed(columns.map((name, at) => `${name} has ${heights[at]}`))} levels.`
              }
              What is left out of one can be worked out from the ${columns.length > 2 ? "others" : "other"}: make them about as
              coarse, give them hierarchies of as many levels and link them, or release only one.
            </p>`
      }
    </div>`;
  });
}
