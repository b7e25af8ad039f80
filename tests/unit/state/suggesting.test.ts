/** Roles that are suggested: no more quasi-identifiers than there may be. */

import { expect, test } from "vitest";
import type { ColumnProfile, Profile, Role } from "../../../www/engine/wire/protocol";
import { suggestedRoles } from "../../../www/state/suggesting";

function profile(roles: readonly Role[], most: number): Profile {
  const columns = roles.map(
    (role, index) => ({ name: `c${index}`, suggestion: { role, reason: "" } }) as ColumnProfile,
  );
  return { columns, mostQuasiIdentifiers: most } as unknown as Profile;
}

test("no more quasi-identifiers are suggested than there may be, and the others are left open", () => {
  const roles: Role[] = ["quasi-identifier", "sensitive", "quasi-identifier", "quasi-identifier", "identifier"];
  const all = suggestedRoles(profile(roles, 3));
  expect(all.left).toEqual([]);
  expect([...all.roles.values()]).toEqual(roles);
  const some = suggestedRoles(profile(roles, 2));
  expect(some.left).toEqual(["c3"]);
  expect([...some.roles.keys()]).toEqual(["c0", "c1", "c2", "c4"]);
});
