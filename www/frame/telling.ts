/** Events for the surrounding page: counts, levels and measures, and nothing from a file. */

import type { Tell } from "../embed/contract";
import { currentReleased, currentResult } from "../state/result";
import { closedShare } from "../state/searching";
import type { StepName } from "../state/step-name";
import type { Activity, Study } from "../state/study";
import type { Workbench } from "../state/workbench";
import { stepOf } from "../steps/steps";
import { shareOf } from "../ui/progress";

/** The share of a piece of work that is done. */
function doneOf(activity: Activity): number | null {
  switch (activity.kind) {
    case "searching":
    case "comparing":
      return activity.progress === null ? null : closedShare(activity.progress);
    case "sweeping":
      return activity.all === null ? null : activity.done / Math.max(1, activity.all);
    case "finding":
    case "proving":
      return activity.share;
    case "frontier":
      return activity.share;
    default:
      return shareOf(activity.bytes);
  }
}

/** Reports every change from now on. */
export function tellChanges(workbench: Workbench, tell: Tell): void {
  let before = workbench.study;
  workbench.subscribe(() => {
    const { study } = workbench;
    if (study === before) return;
    const last = before;
    before = study;
    tellChange(last, study, tell);
  });
}

function tellChange(last: Study, study: Study, tell: Tell): void {
  const { source, activity, failures } = study;
  if (activity !== last.activity)
    tell("kanon-progress", {
      activity: activity?.kind ?? null,
      share: activity === null ? null : doneOf(activity),
    });
  if (source !== null && source !== last.source)
    tell("kanon-opened", { records: source.profile.records, columns: source.profile.columns.length });
  const result = currentResult(study);
  if (result !== null && result !== currentResult(last)) {
    const { policy, loss, suppressedRecords, records, optimal } = result.found.outcome;
    const levels = policy.map(({ level }) => level);
    tell("kanon-policy-selected", { levels, loss, suppressed: suppressedRecords, records, optimal });
  }
  const released = currentReleased(study);
  if (released !== null && released !== currentReleased(last)) {
    const { verification, bytes } = released.written;
    const { records, suppressedRecords, holds } = verification;
    tell("kanon-released", { records, suppressed: suppressedRecords, bytes, verified: holds });
  }
  for (const [step, failure] of Object.entries(failures))
    if (failure !== last.failures[step as StepName])
      tell("kanon-error", {
        code: failure.code,
        words: `What went wrong stands in the workbench, under ${stepOf(step as StepName).title}.`,
      });
}
