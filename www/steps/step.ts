/** A step and its state. */

import type { TemplateResult } from "lit";
import { quasiIdentifiers } from "../state/study";
import type { Workbench } from "../state/workbench";

/** The state of a step: `done`, `care` with a count, `ready`, or `blocked` with the reason. */
export interface StepState {
  readonly kind: "done" | "care" | "ready" | "blocked";
  /** A few characters for the list. */
  readonly mark: string;
  /** The state in words. */
  readonly words: string;
}

/** A step of the page. Each folder beside this file exports one. */
export interface Step {
  readonly name: string;
  readonly title: string;
  /** The purpose, in a sentence. */
  readonly purpose: string;
  readonly state: (workbench: Workbench) => StepState;
  readonly view: (workbench: Workbench) => TemplateResult;
}

export const blocked = (words: string): StepState => ({ kind: "blocked", mark: "", words });
export const done = (words: string, mark = "✓"): StepState => ({ kind: "done", mark, words });
export const care = (mark: string, words: string): StepState => ({ kind: "care", mark, words });
export const ready = (words: string): StepState => ({ kind: "ready", mark: "", words });

/** The state of a step that needs a file. */
export function withFile(state: (workbench: Workbench) => StepState): Step["state"] {
  return (workbench) => (workbench.study.source === null ? blocked("open a file first") : state(workbench));
}

/** The state of a step that needs quasi-identifiers. */
export function withColumns(state: (workbench: Workbench, columns: readonly string[]) => StepState): Step["state"] {
  return withFile((workbench) => {
    const columns = quasiIdentifiers(workbench.study.recipe);
    return columns.length === 0 ? blocked("mark quasi-identifiers first") : state(workbench, columns);
  });
}
