/** Roles that are suggested, and columns that are left to the user. */

import { expect, test } from "vitest";
import type { ColumnProfile, Profile, Role } from "../../../www/engine/wire/protocol";
import { suggestedRoles } from "../../../www/state/suggesting";

function profile(roles: readonly (Role | null)[]): Profile {
  const columns = roles.map(
    (role, index) => ({ name: `c${index}`, suggestion: { role, reason: "" } }) as unknown as ColumnProfile,
  );
  return { columns } as unknown as Profile;
}

test("what has no suggested role is left to the user, and never taken for anything", () => {
  const roles: Role[] = ["quasi-identifier", "sensitive", "quasi-identifier", "identifier", "insensitive"];
  const all = suggestedRoles(profile(roles));
  expect(all.left).toEqual([]);
  expect([...all.roles.values()]).toEqual(roles);
  const some = suggestedRoles(profile([null, "sensitive", null, "identifier"]));
  expect(some.left).toEqual(["c0", "c2"]);
  expect([...some.roles]).toEqual([
    ["c1", "sensitive"],
    ["c3", "identifier"],
  ]);
});
