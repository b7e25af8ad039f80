import { html, type TemplateResult } from "lit";
import type { Role } from "../engine/wire/protocol";
import { ROLES } from "../text/en";

/** The class with a role's colour, the same everywhere. */
export function roleTone(role: Role | null): string {
  return `role-${role ?? "undecided"}`;
}

/** The coloured letter of a role, with its name; a question mark where the user must decide. */
export function roleLetter(role: Role | null): TemplateResult {
  if (role === null)
    return html`<span class="role-letter ${roleTone(null)}" title="to decide" aria-hidden="true">?</span>`;
  const entry = ROLES.find((candidate) => candidate.role === role);
  return html`<span class="role-letter ${roleTone(role)}" title=${entry?.name ?? role} aria-hidden="true">${entry?.letter}</span>`;
}
