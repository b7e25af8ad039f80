/** Exhibits for any page: small elements that draw recorded results, without the engine, a worker or the network. */

import { exhibitElement } from "./element";
import { frontierView } from "./frontier";

/** The names of the elements, and their classes. */
export const EXHIBITS: Readonly<Record<string, CustomElementConstructor>> = {
  "kanon-frontier": exhibitElement("frontier", frontierView),
};

/** Registers the elements that are not registered yet. Where there is no document it does nothing. */
export function define(): void {
  const registry = globalThis.customElements;
  if (registry === undefined) return;
  for (const [name, element] of Object.entries(EXHIBITS))
    if (registry.get(name) === undefined) registry.define(name, element);
}
