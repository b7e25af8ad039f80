/** Results of searches under earlier settings, so that undoing a change restores the result that it replaced. */

import { jobOfFile } from "./job";
import { keyOf } from "./keys";
import type { SearchJob } from "./searching";
import type { Study } from "./study";

const KEPT = 8;

export class EarlierSearches {
  private jobs: readonly SearchJob[] = [];

  /** Keeps the search of a study, before another takes its place. */
  keep({ search }: Study): void {
    if (search === null || search.answered === null || search.state === "running") return;
    const others = this.jobs.filter(({ source, key }) => source !== search.source || key !== search.key);
    this.jobs = [search, ...others.filter(({ source }) => source === search.source)].slice(0, KEPT);
  }

  /** The search for a study's current settings, if it is among the last ones. */
  recall(study: Study): SearchJob | null {
    const now = keyOf(study, "search", null);
    const last = jobOfFile(study, "search");
    if (last?.answered?.key === now || last?.state === "running") return study.search;
    const found = this.jobs.find(({ source, answered }) => source === study.source && answered?.key === now);
    if (found === undefined) return study.search;
    this.keep(study);
    return found;
  }
}
