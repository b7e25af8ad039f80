/** The setting that a sweep varies, in the form of its report. */

/** The thresholds of one condition, which is numbered from 1. */
export interface SweptThresholds {
  readonly condition: number;
  readonly thresholds: readonly number[];
}

/** Every k of a range, suppression limits, thresholds of a condition, or conditions to leave out. */
export type SweepPlan =
  | { readonly k: readonly [from: number, to: number] }
  | { readonly suppression_limits: readonly number[] }
  | { readonly thresholds: SweptThresholds }
  | { readonly without: readonly (readonly number[])[] };
