import { lastResult } from "../state/result";
import type { Study } from "../state/study";
import { STEPS } from "../steps/steps";
import { announce } from "../ui/announcer";
import { announced } from "./running";

/** Announces once when work begins and once when it ends. */
export class SpokenActivity {
  private busy: string | null = null;
  /** The failures before the current work. */
  private failuresBefore: Study["failures"] = {};

  /** @param host the element that the announcement is made in. */
  constructor(private readonly host: HTMLElement) {}

  follow(study: Study): void {
    const { activity, failures } = study;
    const kind = activity?.kind ?? null;
    if (kind === this.busy) return;
    const ended = this.busy;
    this.busy = kind;
    if (ended === null) this.failuresBefore = failures;
    if (kind !== null) announce(this.host, `${kind} ${activity?.name ?? ""}`);
    else if (!this.hasFailed(failures)) announce(this.host, ended === "searching" ? foundIn(study) : "Done");
  }

  private hasFailed(failures: Study["failures"]): boolean {
    return STEPS.some(({ name }) => failures[name] !== undefined && failures[name] !== this.failuresBefore[name]);
  }
}

function foundIn(study: Study): string {
  const result = lastResult(study);
  return result === null ? "Done" : announced(result.found.outcome);
}
