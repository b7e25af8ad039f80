/** The ways to continue after a failure that one click resolves. */

import { nothing, type TemplateResult } from "lit";
import type { KanonError } from "../engine/wire/protocol";
import type { Workbench } from "../state/workbench";
import { noPeopleWay } from "./people";
import { raggedWays } from "./ragged";

/** The buttons that resolve a failure, if one click does. */
export function waysFrom(workbench: Workbench, error: KanonError): TemplateResult | typeof nothing {
  if (error.code === "data-ragged") return raggedWays(workbench);
  return error.code === "data-weights-of-averages" ? noPeopleWay(workbench) : nothing;
}
