import { html } from "lit";
import { textOf } from "../../engine/text";
import { kindOf, setHierarchy } from "../../state/shaping";
import type { Workbench } from "../../state/workbench";
import { openDialog } from "../../ui/dialog";
import { cell, count, plural, records } from "../../ui/format";

const SHOWN = 8;

/** Reads a hierarchy file, reports how it covers the data, and replaces the old hierarchy only if the user agrees. */
export async function offerImport(workbench: Workbench, column: string, file: File, from: EventTarget): Promise<void> {
  const { source } = workbench.study;
  if (source === null) return;
  const spec = await workbench.engine.parseHierarchy(await textOf(file), file.name);
  const view = await workbench.engine.hierarchy(source, column, { kind: kindOf(workbench, column), spec });
  const total = source.profile.records;
  const covers = view.missingRecords < total;
  openDialog(from, `Import ${file.name}`, (close) => {
    const replace = () => {
      close();
      setHierarchy(workbench, column, spec, `import ${file.name}`);
    };
    return html`<p>
        ${plural(view.leaves, "row")}, ${plural(view.height, "level")}. It covers
        <b>${records(total - view.missingRecords)}</b> of ${count(total)}.
      </p>
      ${"tree" in spec ? html`<p>Its first row is taken for the names of the levels: ${spec.tree.levels.filter((name) => name !== "").join(", ")}.</p>` : ""}
      ${
        view.missingCount === 0
          ? html`<p>Every value of ${column} has a row.</p>`
          : html`<p>${plural(view.missingCount, "value")} of ${column} ${view.missingCount === 1 ? "has" : "have"} no row:</p>
              <ul>
                ${view.missing.slice(0, SHOWN).map((entry) => html`<li><code>${cell(entry.value)}</code>, ${records(entry.count)}</li>`)}
              </ul>
              <p>They can be added afterwards, or the file belongs to another column.</p>`
      }
      ${!covers ? html`<p class="care">No value of ${column} is in this file.</p>` : ""}
      <div class="row">
        <button type="button" class=${covers ? "primary" : ""} @click=${replace}>Replace the hierarchy of ${column}</button>
        <button type="button" class=${covers ? "" : "primary"} @click=${close}>Keep the one there is</button>
      </div>`;
  });
}
