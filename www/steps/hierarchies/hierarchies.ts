import { html, nothing, type TemplateResult } from "lit";
import { openKinds } from "../../state/reading";
import { hierarchyOf, isSeen, lookAt, type Seen, setHierarchy, unseenProposals } from "../../state/shaping";
import { quasiIdentifiersInOrder } from "../../state/study";
import { failure } from "../../ui/failure";
import { plural, records } from "../../ui/format";
import { View } from "../view";
import { ABOUT } from "./about";
import "./editor";

/** Step 3: how the values of each quasi-identifier can be generalized. */
export class HierarchiesStep extends View {
  private column: string | null = null;

  protected override render(): TemplateResult {
    const { recipe, source, failures } = this.workbench.study;
    if (recipe === null || source === null) return html`${nothing}`;
    const columns = quasiIdentifiersInOrder(this.workbench.study);
    const head = html`<header class="step-head">
        <div>
          <h1>${ABOUT.title}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
        ${
          columns.length === 0
            ? html`<button type="button" class="primary" @click=${() => this.workbench.goTo("roles")}>Go to the roles</button>`
            : html`<button type="button" class="primary" @click=${() => this.workbench.goTo("policy")}>Go on to the policy</button>`
        }
      </header>
      ${failures.hierarchies === undefined ? nothing : failure(failures.hierarchies, () => this.workbench.clearFailure("hierarchies"))}`;
    if (columns.length === 0) {
      return html`${head}
        <p class="hint">There is no quasi-identifier yet, so there is nothing to make coarser. Mark some under Roles.</p>`;
    }
    const chosen = this.column !== null && columns.includes(this.column) ? this.column : (columns[0] ?? "");
    return html`${head}
      <div class="halves">
        <nav aria-label=${this.workbench.names.label("Quasi-identifiers")}>
          <ul class="picks">
            ${columns.map((column) => this.pick(column, column === chosen))}
          </ul>
        </nav>
        <kanon-hierarchy-editor .workbench=${this.workbench} .column=${chosen}></kanon-hierarchy-editor>
      </div>`;
  }

  /** The editor of a column at the end of a long list would be above the visible area. */
  private async showHead(): Promise<void> {
    await this.updateComplete;
    this.querySelector(".editor-head")?.scrollIntoView({ block: "nearest" });
  }

  private pick(column: string, chosen: boolean): TemplateResult {
    const spec = hierarchyOf(this.workbench, column);
    const view = lookAt(this.workbench, column, spec);
    const isOpen = openKinds(this.workbench.study).includes(column);
    return html`<li>
      <button
        type="button"
        class="pick"
        aria-current=${chosen ? "true" : "false"}
        @click=${() => {
          this.column = column;
          this.workbench.clearFailure("hierarchies");
          void this.showHead();
        }}
      >
        <span class="pick-name">${column}</span>
        <span class="pick-state ${needsCare(view) || isOpen ? "care" : ""}"
          >${isOpen ? "kind to choose, " : ""}${stateOf(view)}${unseenProposals(this.workbench).includes(column) ? ", proposed" : ""}</span
        >
      </button>
      ${
        chosen && view !== null && !isSeen(view)
          ? html`<button type="button" class="link" @click=${() => setHierarchy(this.workbench, column, null, `hierarchy of ${column}`)}>
              Take the values as given
            </button>`
          : nothing
      }
    </li>`;
  }
}

function needsCare(view: Seen | null): boolean {
  return view !== null && (!isSeen(view) || view.missingCount > 0);
}

function stateOf(view: Seen | null): string {
  if (view === null) return "looking…";
  if (!isSeen(view)) return "has an error";
  if (view.missingCount > 0) return `${plural(view.missingCount, "value")} missing (${records(view.missingRecords)})`;
  return plural(view.height, "level");
}

customElements.define("kanon-hierarchies-step", HierarchiesStep);
