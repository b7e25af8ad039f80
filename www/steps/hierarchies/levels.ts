import { html, type TemplateResult } from "lit";
import type { HierarchyView } from "../../engine/wire/protocol";
import { count, loss } from "../../ui/format";

/** The effect of each level on the data: the number of groups, the smallest group, and the loss. */
export function levelTable(view: HierarchyView): TemplateResult {
  if (view.levels.length === 0) {
    return html`<p class="hint">What each level costs is shown when every value of the data has a row.</p>`;
  }
  return html`<div class="scroller" tabindex="0" role="group" aria-label="Levels">
    <table class="rows levels">
      <thead>
        <tr>
          <th scope="col">level</th>
          <th scope="col" class="number">groups</th>
          <th scope="col" class="number">of possible</th>
          <th scope="col" class="number">smallest</th>
          <th scope="col" class="number">largest</th>
          <th scope="col" class="number">loss</th>
        </tr>
      </thead>
      <tbody>
        ${view.levels.map(
          (level, index) => html`<tr>
            <th scope="row">${view.names[index] ?? ""} <span class="caption">(${index})</span></th>
            <td class="number">${count(level.groups)}</td>
            <td class="number">${count(level.allGroups)}</td>
            <td class="number">${count(level.smallest)}</td>
            <td class="number">${count(level.largest)}</td>
            <td class="number">
              <meter class="meter" max="1" .value=${level.loss} aria-hidden="true"></meter> ${loss(level.loss)}
            </td>
          </tr>`,
        )}
      </tbody>
    </table>
    </div>
    <p class="caption">Groups that occur in the data; smallest and largest are records in one group; loss is the mean over all records.</p>`;
}
