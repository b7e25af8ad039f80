/** What a policy leaves of the columns, in short. */

import type { Outcome } from "../engine/wire/protocol";
import { count, plural } from "./format";

/** The columns that say nothing, as the end of a sentence that calls the policy good; empty if each says something. */
export function butEmpty({ saysNothing, policy }: Pick<Outcome, "saysNothing" | "policy">): string {
  const empty = saysNothing.length;
  if (empty === 0) return "";
  return `, but ${count(empty)} of ${plural(policy.length, "column")} ${empty === 1 ? "says" : "say"} nothing`;
}

/** Whether most columns say nothing, so that the best policy is hardly of use. */
export function isMostlyEmpty({ saysNothing, policy }: Pick<Outcome, "saysNothing" | "policy">): boolean {
  return 2 * saysNothing.length > policy.length;
}
