import { html, type TemplateResult } from "lit";
import type { Role } from "../engine/wire/protocol";
import { ROLES } from "../text/en";

/** The class with a role's colour, the same everywhere. */
export function roleTone(role: Role | null): string {
  return `role-${role ?? "undecided"}`;
}

/** The coloured letter of a role, with its name for screen readers. */
export function roleLetter(role: Role): TemplateResult {
  const entry = ROLES.find((candidate) => candidate.role === role);
  return html`<span class="role-letter ${roleTone(role)}" title=${entry?.name ?? role} aria-hidden="true">${entry?.letter}</span>`;
}
