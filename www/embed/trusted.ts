/** Addresses of scripts where a page asks for Trusted Types. */

/** What the browser has of it; the library of types knows it not yet. */
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}
interface Policy {
  createScriptURL(address: string): unknown;
}

const PLACE = Symbol.for("kanon.policy.1");

type Places = { [place: symbol]: Policy | undefined; trustedTypes?: Factory };

/** The address, as a page with Trusted Types takes it: by the policy `kanon`, of which a document has one. */
export function trusted(address: string): string {
  const places = globalThis as unknown as Places;
  if (places.trustedTypes === undefined) return address;
  places[PLACE] ??= places.trustedTypes.createPolicy("kanon", { createScriptURL: (one) => one });
  return places[PLACE].createScriptURL(address) as string;
}
