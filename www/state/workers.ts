/** The number of workers for long work. */

import { workersByDefault } from "../engine/muster";
import type { Workbench } from "./workbench";

/** The user's number, or the number of processors. */
export function workersOf({ preferences }: Workbench): number {
  return preferences.workers ?? workersByDefault();
}
