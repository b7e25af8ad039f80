/** The suggested roles for a file, as far as they are compatible. */

import type { Profile, Role } from "../engine/wire/protocol";

/** Suggested roles, and the columns that would exceed the limit of quasi-identifiers: the user must decide on those. */
export interface Suggested {
  readonly roles: ReadonlyMap<string, Role>;
  readonly left: readonly string[];
}

/** The suggestions. If there are too many quasi-identifiers, the first in the order of the file are taken. */
export function suggestedRoles({ columns, mostQuasiIdentifiers }: Profile): Suggested {
  const roles = new Map<string, Role>();
  const left: string[] = [];
  let chosen = 0;
  for (const { name, suggestion } of columns) {
    const isOne = suggestion.role === "quasi-identifier";
    if (isOne && chosen === mostQuasiIdentifiers) left.push(name);
    else roles.set(name, suggestion.role);
    if (isOne && chosen < mostQuasiIdentifiers) chosen += 1;
  }
  return { roles, left };
}
