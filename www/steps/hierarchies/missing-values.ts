import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../../engine/failure";
import type { HierarchyView, Tree } from "../../engine/wire/protocol";
import { hierarchyOf, rowsOf, setHierarchy } from "../../state/shaping";
import type { Workbench } from "../../state/workbench";
import { cell, count, plural, records } from "../../ui/format";

const SHOWN = 50;

/** A row for a value that forms its own group: itself on every level below the top, and the top's label there. */
function ownGroup(value: string, rows: Tree["rows"]): string[] {
  const model = rows[0] ?? [value, "*"];
  const tops = new Set(rows.map((row) => row.at(-1)));
  const top = tops.size === 1 ? (model.at(-1) ?? "*") : value;
  return model.map((_, level) => (level > 0 && level === model.length - 1 ? top : value));
}

async function add(
  workbench: Workbench,
  column: string,
  values: readonly string[],
  like: string | null,
): Promise<void> {
  try {
    const rows = await rowsOf(workbench, column);
    const pattern = like === null ? null : rows.find((row) => row[0] === like);
    const added = values.map((value) =>
      pattern === null || pattern === undefined ? ownGroup(value, rows) : [value, ...pattern.slice(1)],
    );
    const spec = hierarchyOf(workbench, column);
    const all = [...rows, ...added];
    setHierarchy(
      workbench,
      column,
      spec !== null && "tree" in spec ? { tree: { ...spec.tree, rows: all } } : { rows: all },
      `add ${plural(values.length, "value")} to ${column}`,
    );
  } catch (thrown) {
    workbench.fail("hierarchies", toKanonError(thrown));
  }
}

/** Values of the data that no row has, each with the ways to fix that. */
export function missingValues(
  workbench: Workbench,
  column: string,
  view: HierarchyView,
): TemplateResult | typeof nothing {
  if (view.missingCount === 0) return nothing;
  const all = view.missing.map((entry) => entry.value);
  const candidates = view.rows.slice(0, 500).map((row) => row[0] ?? "");
  return html`<section class="attention" aria-labelledby=${workbench.names.titled("missing-title")}>
    <h3 id=${workbench.names.id("missing-title")}>
      ${plural(view.missingCount, "value")} of the data ${view.missingCount === 1 ? "has" : "have"} no row
      (${records(view.missingRecords)})
    </h3>
    <p>A policy cannot be applied to them. Give each a group of its own, or the groups of another value.</p>
    <button type="button" @click=${() => add(workbench, column, all, null)}>
      Add ${all.length === 1 ? "it" : `all ${count(all.length)}`} as ${all.length === 1 ? "its own group" : "groups of their own"}
    </button>
    <datalist id=${workbench.names.id("missing-candidates")}>
      ${candidates.map((value) => html`<option value=${value}></option>`)}
    </datalist>
    <ul class="tray">
      ${view.missing.slice(0, SHOWN).map(
        (entry) => html`<li>
          <code>${cell(entry.value)}</code> <span class="caption">${records(entry.count)}</span>
          <button type="button" @click=${() => add(workbench, column, [entry.value], null)}>Add as its own group</button>
          <label>
            like
            <input
              list=${workbench.names.id("missing-candidates")}
              class="medium"
              aria-label="Give ${cell(entry.value)} the groups of"
              @change=${(event: Event) => {
                const like = (event.target as HTMLInputElement).value;
                if (candidates.includes(like)) void add(workbench, column, [entry.value], like);
              }}
            />
          </label>
        </li>`,
      )}
    </ul>
    ${view.missing.length > SHOWN ? html`<p class="caption">The first ${count(SHOWN)} are listed.</p>` : nothing}
  </section>`;
}
