/** The suggested roles for a file. */

import type { Profile, Role } from "../engine/wire/protocol";

/** Suggested roles, and the columns without one: the user must decide on those. */
export interface Suggested {
  readonly roles: ReadonlyMap<string, Role>;
  readonly left: readonly string[];
}

/** The suggestions. The core suggests no more quasi-identifiers than a release can have. */
export function suggestedRoles({ columns }: Profile): Suggested {
  const roles = new Map<string, Role>();
  const left: string[] = [];
  for (const { name, suggestion } of columns) {
    if (suggestion.role === null) left.push(name);
    else roles.set(name, suggestion.role);
  }
  return { roles, left };
}
