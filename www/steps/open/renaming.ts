import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { endRenaming, nameColumn } from "../../state/renaming";
import type { Workbench } from "../../state/workbench";
import { plural } from "../../ui/format";

/** The columns of a recipe that a table lacks, each with the column of the table that may be meant. */
export function renaming(workbench: Workbench): TemplateResult | typeof nothing {
  const { renaming: asked } = workbench;
  if (asked === null) return nothing;
  const { file, names, free } = asked;
  const taken = new Set(names.values());
  const dropped = [...names].filter(([, name]) => name === null).map(([column]) => column);
  const row = ([column, name]: [string, string | null]) => html`<tr>
    <th scope="row">${column}</th>
    <td>
      <select
        aria-label="Column of ${file} for ${column}"
        @change=${(event: Event) => nameColumn(workbench, column, (event.target as HTMLSelectElement).value || null)}
      >
        <option value="" .selected=${live(name === null)}>none: leave its settings out</option>
        ${free
          .filter((other) => other === name || !taken.has(other))
          .map((other) => html`<option value=${other} .selected=${live(other === name)}>${other}</option>`)}
      </select>
    </td>
  </tr>`;
  return html`<section class="told" aria-labelledby=${workbench.names.titled("renaming-title")}>
    <h2 id=${workbench.names.id("renaming-title")}>
      ${file} does not have ${plural(names.size, "column")} of the recipe
    </h2>
    <p>Say which of its columns ${names.size === 1 ? "is" : "are"} meant. Nothing is changed until then.</p>
    <table class="rows tight">
      <thead>
        <tr>
          <th scope="col">in the recipe</th>
          <th scope="col">in ${file}</th>
        </tr>
      </thead>
      <tbody>
        ${[...names].map(row)}
      </tbody>
    </table>
    <div class="row">
      <button type="button" class="primary" @click=${() => endRenaming(workbench, true)}>
        ${dropped.length === 0 ? "Apply the recipe" : `Apply it without the settings of ${dropped.join(", ")}`}
      </button>
      <button type="button" @click=${() => endRenaming(workbench, false)}>Do not apply it</button>
    </div>
  </section>`;
}
