/** Script addresses for pages that require Trusted Types. */

/** The browser's interface, which the type library lacks. */
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}
interface Policy {
  createScriptURL(address: string): unknown;
}

const PLACE = Symbol.for("kanon.policy.1");

type Places = { [place: symbol]: Policy | undefined; trustedTypes?: Factory };

/** The address, as a page with Trusted Types accepts it: from the policy `kanon`, which a document has once. */
export function trusted(address: string): string {
  const places = globalThis as unknown as Places;
  if (places.trustedTypes === undefined) return address;
  places[PLACE] ??= places.trustedTypes.createPolicy("kanon", { createScriptURL: (one) => one });
  return places[PLACE].createScriptURL(address) as string;
}
