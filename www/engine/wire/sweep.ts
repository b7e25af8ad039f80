/** The setting that a sweep varies, in the form of its report. */

export type { Swept as SweepPlan, SweptThresholds } from "./core";
