/** The steps in their order, for all code that iterates over them. */

import { STEP_NAMES, type StepName } from "../state/step-name";
import { compare } from "./compare";
import { frontier } from "./frontier";
import { hierarchies } from "./hierarchies";
import { notes } from "./notes";
import { open } from "./open";
import { policy } from "./policy";
import { release } from "./release";
import { review } from "./review";
import { roles } from "./roles";
import type { Step } from "./step";
import { uniques } from "./uniques";

const BY_NAME: { readonly [Name in StepName]: Step & { readonly name: Name } } = {
  open,
  roles,
  hierarchies,
  policy,
  frontier,
  uniques,
  compare,
  release,
  review,
  notes,
};

export function stepOf(name: StepName): Step & { readonly name: StepName } {
  return BY_NAME[name];
}

export const STEPS = STEP_NAMES.map(stepOf);
