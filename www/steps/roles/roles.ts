import { html, nothing, type TemplateResult } from "lit";
import type { Recipe, Role } from "../../engine/wire/protocol";
import { openKinds } from "../../state/reading";
import { roleOf, treatmentOf } from "../../state/recipe";
import { setRoles } from "../../state/shaping";
import { columnNames, type Source } from "../../state/source";
import { quasiIdentifiers } from "../../state/study";
import { suggestedRoles } from "../../state/suggesting";
import { treat } from "../../state/treatments";
import { identifierWarning } from "../../state/untouched";
import { ROLES } from "../../text/en";
import { failure } from "../../ui/failure";
import { count, plural } from "../../ui/format";
import { roleLetter } from "../../ui/role-letter";
import { toDecide } from "../to-decide";
import { View } from "../view";
import { weightInput } from "../weight";
import { ABOUT } from "./about";
import { counted } from "./counted";
import { type RoleRow, roleRow } from "./role-row";

const SHOWN = 100;
const LISTED = 8;
const ROLE_OF_KEY: Readonly<Record<string, Role>> = {
  i: "identifier",
  q: "quasi-identifier",
  s: "sensitive",
  "-": "insensitive",
};

/** Step 2: the role of each column. */
export class RolesStep extends View {
  private readonly selected = new Set<string>();
  private readonly told = new Set<string>();
  private sought = "";

  protected override render(): TemplateResult {
    const { recipe, source, failures } = this.workbench.study;
    if (recipe === null || source === null) return html`${nothing}`;
    const chosen = quasiIdentifiers(recipe).length;
    return html`<header class="step-head">
        <div>
          <h1>${ABOUT.title}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
        <div class="actions">${
          chosen === 0
            ? html`<button type="button" class="primary" @click=${() => this.suggest(source)}>Use the suggestions</button>`
            : html`<button type="button" @click=${() => this.suggest(source)}>Use the suggestions</button>
                <button type="button" class="primary" @click=${() => this.workbench.goTo("hierarchies")}>
                  Go on to the hierarchies
                </button>`
        }</div>
      </header>
      ${failures.roles === undefined ? nothing : failure(failures.roles)}
      <ul class="legend" aria-label="The four roles">
        ${ROLES.map((entry) => html`<li>${roleLetter(entry.role)} <b>${entry.name}</b> ${entry.means}</li>`)}
      </ul>
      ${counted(this.workbench, source, recipe)} ${this.conflicts(recipe)} ${this.doubtful()} ${toDecide(this.workbench)} ${this.many()} ${this.table(source, recipe)}
      <p class="caption">
        In a row: <kbd>I</kbd> <kbd>Q</kbd> <kbd>S</kbd> <kbd>-</kbd> set its role, <kbd>↑</kbd> <kbd>↓</kbd> go to the
        next row, <kbd>Shift</kbd> with an arrow selects on the way.
      </p>`;
  }

  private suggest(source: Source): void {
    const { roles, left } = suggestedRoles(source.profile);
    void setRoles(this.workbench, roles, "use suggested roles");
    if (left.length === 0) return;
    this.workbench.tell(
      `${plural(left.length, "column is", "columns are")} left for you to decide. The reason stands beside ${left.length === 1 ? "it" : "each"}.`,
    );
  }

  private assign(columns: readonly string[], role: Role): void {
    const name = columns.length === 1 ? `${columns[0]} is ${role}` : `${plural(columns.length, "column")} are ${role}`;
    void setRoles(this.workbench, new Map(columns.map((column) => [column, role])), name);
  }

  private conflicts(recipe: Recipe): TemplateResult | typeof nothing {
    const chosen = quasiIdentifiers(recipe).length;
    const most = this.workbench.study.source?.profile.mostQuasiIdentifiers ?? chosen;
    if (chosen > most) {
      return html`<p class="hint care">
        ${plural(chosen, "column")} are quasi-identifiers, and at most ${count(most)} can be. Give ${count(chosen - most)} of
        them another role: what nobody knows about a person is none, and what names a person by itself is an identifier.
      </p>`;
    }
    if (chosen > 0) return nothing;
    return html`<p class="hint">
      No column is a quasi-identifier yet. Mark the columns that someone else could know about a person: age, place,
      dates, occupation.
    </p>`;
  }

  /** Columns that can be read in two ways, and where to decide that. */
  private doubtful(): TemplateResult | typeof nothing {
    const open = openKinds(this.workbench.study);
    if (open.length === 0) return nothing;
    const listed = open.slice(0, LISTED).join(", ");
    return html`<p class="hint care">
      ${listed}${open.length > LISTED ? ` and ${plural(open.length - LISTED, "more column")}` : nothing}:
      ${open.length === 1 ? "its values" : "their values"} can be read in more than one way.
      <button type="button" class="link" @click=${() => this.workbench.goTo("open")}>Say under Open which is meant</button>
    </p>`;
  }

  /** The selected columns that the open file has. */
  private marked(): string[] {
    return columnNames(this.workbench.study.source).filter((name) => this.selected.has(name));
  }

  private many(): TemplateResult | typeof nothing {
    const columns = this.marked();
    if (columns.length === 0) return nothing;
    return html`<div class="toolbar" role="toolbar" aria-label="Set the role of the selected columns">
      <span>${plural(columns.length, "column")} selected: set to</span>
      ${ROLES.map(
        (entry) =>
          html`<button type="button" @click=${() => this.assign(columns, entry.role)}>
            ${roleLetter(entry.role)} ${entry.name}
          </button>`,
      )}
      <button
        type="button"
        class="quiet"
        @click=${() => {
          this.selected.clear();
          this.requestUpdate();
        }}
      >
        Select none
      </button>
    </div>`;
  }

  private table(source: Source, recipe: Recipe): TemplateResult {
    const { profile } = source;
    const found = profile.columns.filter((column) => column.name.toLowerCase().includes(this.sought.toLowerCase()));
    const shown = found.slice(0, SHOWN);
    return html`${this.search(found.length)}
      <div class="scroller">
        <table class="rows roles" @keydown=${this.keys}>
          <thead>
            <tr>
              <th scope="col"><span class="unseen">selected</span></th>
              <th scope="col">column</th>
              <th scope="col">role</th>
              <th scope="col">in the release</th>
              <th scope="col" class="number">weight</th>
              <th scope="col">distinct values</th>
              <th scope="col">suggestion</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((column) => roleRow(this.rowFor(recipe, column)))}
          </tbody>
        </table>
      </div>
      ${
        found.length > SHOWN
          ? html`<p class="caption">The first ${count(SHOWN)} of ${count(found.length)} columns are listed; look for others by name.</p>`
          : nothing
      }`;
  }

  private search(found: number): TemplateResult {
    return html`<label class="field">
      <span>Find a column <kbd>/</kbd></span>
      <input
        type="search"
        .value=${this.sought}
        @input=${(event: Event) => {
          this.sought = (event.target as HTMLInputElement).value;
          this.requestUpdate();
        }}
      />
      <small aria-live="polite">${this.sought === "" ? "" : `${plural(found, "column")} found`}</small>
    </label>`;
  }

  private rowFor(recipe: Recipe, column: Source["profile"]["columns"][number]): RoleRow {
    const { name } = column;
    return {
      column,
      role: roleOf(recipe, name),
      weight: weightInput(this.workbench, name),
      treatment: treatmentOf(recipe, name),
      warning: identifierWarning(recipe, column),
      treat: (treatment) => treat(this.workbench, name, treatment),
      selected: this.selected.has(name),
      told: this.told.has(name),
      select: (selected) => this.keep(this.selected, name, selected),
      tell: (told) => this.keep(this.told, name, told),
      assign: (role) => this.assign(this.selected.has(name) ? this.marked() : [name], role),
    };
  }

  private keep(names: Set<string>, name: string, kept: boolean): void {
    if (kept) names.add(name);
    else names.delete(name);
    this.requestUpdate();
  }

  private keys(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>("tr[data-column]");
    const name = row?.dataset.column;
    if (row === null || name === undefined || target.matches("input:not([type=checkbox]), select")) return;
    const role = ROLE_OF_KEY[event.key.toLowerCase()];
    if (role !== undefined) {
      event.preventDefault();
      this.assign(this.selected.has(name) ? this.marked() : [name], role);
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
    if (!(next instanceof HTMLElement)) return;
    if (event.shiftKey) {
      this.selected.add(name);
      if (next.dataset.column !== undefined) this.selected.add(next.dataset.column);
      this.requestUpdate();
    }
    const kind = ["[type=checkbox]", ".reason"].find((same) => target.matches(same)) ?? '[role=radio][tabindex="0"]';
    next.querySelector<HTMLElement>(kind)?.focus();
  }
}

customElements.define("kanon-roles-step", RolesStep);
