/** The steps in their order. Whatever goes over steps takes them from here. */

import { frontier } from "./frontier";
import { hierarchies } from "./hierarchies";
import { open } from "./open";
import { policy } from "./policy";
import { release } from "./release";
import { review } from "./review";
import { roles } from "./roles";
import type { Step } from "./step";
import { uniques } from "./uniques";

export const STEPS = [
  open,
  roles,
  hierarchies,
  policy,
  frontier,
  uniques,
  release,
  review,
] as const satisfies readonly Step[];

export type StepName = (typeof STEPS)[number]["name"];

const BY_NAME = Object.fromEntries(STEPS.map((step) => [step.name, step])) as Readonly<Record<StepName, Step>>;

export function stepOf(name: StepName): Step {
  return BY_NAME[name];
}
