/** Exhibits for any page: small elements that draw recorded results, without the engine, a worker or the network. */

import { exhibitElement } from "./element";
import { frontierView } from "./frontier";
import { hierarchyView } from "./hierarchy";
import { latticeView } from "./lattice";
import { policyView } from "./policy";
import { replayView } from "./replay";

/** The names of the elements, and their classes. */
export const EXHIBITS: Readonly<Record<string, CustomElementConstructor>> = {
  "kanon-frontier": exhibitElement("frontier", frontierView),
  "kanon-hierarchy": exhibitElement("hierarchy", hierarchyView),
  "kanon-lattice": exhibitElement("lattice", latticeView),
  "kanon-policy": exhibitElement("policy", policyView),
  "kanon-replay": exhibitElement("replay", replayView),
};

/** Registers the elements that are not registered yet. Without a document it does nothing. */
export function define(): void {
  const registry = globalThis.customElements;
  if (registry === undefined) return;
  for (const [name, element] of Object.entries(EXHIBITS))
    if (registry.get(name) === undefined) registry.define(name, element);
}
