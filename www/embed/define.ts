/** Registers the element. */

import type { Source } from "./contract";
import { workbenchElement } from "./element";

const NAME = "kanon-workbench";

/** Registers the element, unless it is registered. Without a document it does nothing. */
export function register(source: () => Source): void {
  const registry = globalThis.customElements;
  if (registry !== undefined && registry.get(NAME) === undefined) registry.define(NAME, workbenchElement(source()));
}
