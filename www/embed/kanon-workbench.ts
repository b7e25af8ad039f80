/** `<kanon-workbench>` as a module: nothing happens before `define()`, and nothing large is loaded before a start. */

import { register } from "./define";
import { onceLoaded } from "./once";

export type {
  Loading,
  RecipeJson,
  Theme,
  WorkbenchElement,
  WorkbenchError,
  WorkbenchEvents,
} from "./contract";

/** Registers `<kanon-workbench>`, once. Without a document it does nothing. */
export function define(): void {
  register(() => ({ load: onceLoaded(() => import("./kanon-whole.js")), bytes: WHOLE_BYTES }));
}
