import { html, type TemplateResult } from "lit";
import type { Role } from "../engine/wire/protocol";
import { ROLES } from "../text/en";

/** Class that gives a role its colour, everywhere the same. */
export function roleTone(role: Role | null): string {
  return `role-${role ?? "undecided"}`;
}

/** The coloured letter of a role, with its name for those who do not see it. */
export function roleLetter(role: Role): TemplateResult {
  const entry = ROLES.find((candidate) => candidate.role === role);
  return html`<span class="role-letter ${roleTone(role)}" title=${entry?.name ?? role} aria-hidden="true">${entry?.letter}</span>`;
}
