import type { TemplateResult } from "lit";

/** A figure of the board. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly before: string;
  readonly now: string;
  readonly formula: TemplateResult;
}

/** The placeholder for an unknown figure. */
export const NONE = "–";
