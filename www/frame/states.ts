import { currentFrontier } from "../state/frontier";
import { hierarchyOf, isSeen, lookAt, uncovered } from "../state/shaping";
import { currentReleased, currentResult, quasiIdentifiers, type Result, type StepName, standing } from "../state/study";
import { currentUniques } from "../state/uniques";
import type { Workbench } from "../state/workbench";
import { plural } from "../ui/format";

/** How a step stands: `done`, `care` with a count, `ready`, or `blocked` with the reason. */
export interface StepState {
  readonly kind: "done" | "care" | "ready" | "blocked";
  /** A few characters for the list. */
  readonly mark: string;
  /** The same in words. */
  readonly words: string;
}

const blocked = (words: string): StepState => ({ kind: "blocked", mark: "", words });
const done = (words: string, mark = "✓"): StepState => ({ kind: "done", mark, words });
const care = (mark: string, words: string): StepState => ({ kind: "care", mark, words });
const ready = (words: string): StepState => ({ kind: "ready", mark: "", words });

function openState(workbench: Workbench): StepState {
  const { source } = workbench.study;
  if (source === null) return ready("no file yet");
  const { raggedCount } = source.profile;
  if (raggedCount > 0) return care(String(raggedCount), `${plural(raggedCount, "ragged record")}`);
  return done("file read");
}

function hierarchiesState(workbench: Workbench, columns: readonly string[]): StepState {
  const amiss = uncovered(workbench).length;
  const covered =
    columns.filter((column) => isSeen(lookAt(workbench, column, hierarchyOf(workbench, column)))).length - amiss;
  if (amiss > 0)
    return care(
      `${Math.max(0, covered)}/${columns.length}`,
      `${plural(amiss, "hierarchy needs", "hierarchies need")} attention`,
    );
  return done(`${plural(columns.length, "hierarchy covers", "hierarchies cover")} the data`);
}

function foundState({ found: { outcome, progress } }: Result): StepState {
  if (outcome.chosen) return done("chosen by hand");
  if (outcome.optimal) return done("proven best");
  return progress.status === "done" ? done("found, not proven") : care("…", "best so far, not yet proven");
}

function frontierState(workbench: Workbench): StepState {
  const frontier = currentFrontier(workbench.study);
  if (frontier?.reached.step == null) return ready("ready to search");
  const found = plural(frontier.reached.step.size, "policy", "policies");
  return done(
    `${found}, ${frontier.reached.step.exact ? "exact" : "best found"}`,
    frontier.reached.step.exact ? "✓" : "≈",
  );
}

function uniquesState(workbench: Workbench): StepState {
  const uniques = currentUniques(workbench);
  if (uniques === null) return ready("ready to search");
  const { unsafe_records: unsafe } = uniques.found.report;
  return unsafe === 0 ? done("no record is unsafe") : done(`${plural(unsafe, "record")} unsafe`);
}

export function stateOf(workbench: Workbench, step: StepName): StepState {
  const { study } = workbench;
  const columns = quasiIdentifiers(study.recipe);
  if (step === "review") return ready("any finished file");
  if (step === "open") return openState(workbench);
  if (study.source === null) return blocked("open a file first");
  if (step === "roles") {
    return columns.length === 0
      ? care("0", "no quasi-identifier yet")
      : done(plural(columns.length, "quasi-identifier"), `✓ ${columns.length}`);
  }
  if (columns.length === 0) return blocked("mark quasi-identifiers first");
  if (step === "hierarchies") return hierarchiesState(workbench, columns);
  const result = currentResult(study);
  if (step === "policy") {
    if (uncovered(workbench).length > 0) return care("!", "hierarchies need attention first");
    if (result !== null) return foundState(result);
    return standing(study) === "earlier" && study.result?.source === study.source
      ? care("!", "settings changed since the last run")
      : ready("ready to run");
  }
  if (step === "frontier") return frontierState(workbench);
  if (step === "uniques") return uniquesState(workbench);
  if (result === null) return blocked("run a policy first");
  const released = currentReleased(study);
  if (released === null) return ready("ready to write");
  return released.written.verification.holds ? done("written and verified") : care("!", "verification failed");
}
