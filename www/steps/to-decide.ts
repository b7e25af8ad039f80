import { html, nothing, type TemplateResult } from "lit";
import type { Role } from "../engine/wire/protocol";
import { setRoles } from "../state/shaping";
import { quasiIdentifiers, undecided } from "../state/study";
import type { Workbench } from "../state/workbench";
import { count, plural } from "../ui/format";

const LISTED = 12;

/** The undecided columns, which prevent any release, and the ways to continue. */
export function toDecide(workbench: Workbench): TemplateResult | typeof nothing {
  const columns = undecided(workbench.study);
  if (columns.length === 0 || quasiIdentifiers(workbench.study.recipe).length === 0) return nothing;
  const one = columns.length === 1;
  const decide = (role: Role, name: string) => () =>
    void setRoles(workbench, new Map(columns.map((column) => [column, role])), name);
  const listed = columns.slice(0, LISTED).join(", ");
  const rest = columns.length > LISTED ? ` and ${count(columns.length - LISTED)} more` : "";
  return html`<div class="attention to-decide" role="group" aria-label="Columns to decide">
    <p>
      <b>${plural(columns.length, "column")} to decide:</b> ${listed}${rest}. Nothing is released before you have said what
      ${one ? "it is" : "they are"}.
    </p>
    <div class="row">
      ${
        workbench.step === "roles"
          ? nothing
          : html`<button type="button" @click=${() => workbench.goTo("roles")}>Decide under Roles</button>`
      }
      <button type="button" @click=${decide("identifier", "leave the other columns out")}>Leave out ${plural(columns.length, "column")}</button>
      <button type="button" @click=${decide("insensitive", "release the other columns as they are")}>
        Release ${one ? "it" : "them"} as ${one ? "it is" : "they are"}
      </button>
    </div>
  </div>`;
}
