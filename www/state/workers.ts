/** How many workers share what takes long. */

import { workersByDefault } from "../engine/muster";
import type { Workbench } from "./workbench";

/** As many as the user says, or as the machine has processors. */
export function workersOf({ preferences }: Workbench): number {
  return preferences.workers ?? workersByDefault();
}
