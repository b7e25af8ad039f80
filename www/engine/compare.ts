/**
 * The worker's part in comparing policies: the sensitive columns are read once, then the policies are evaluated one by
 * one.
 */

import { cancelled } from "./failure";
import { holding } from "./holding";
import { type Jobs, passOver } from "./passes";
import { SensitiveColumns } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { CandidateAsked, CandidateRow, CompareAsked } from "./wire/compare-rows";

/** The share of the work that reading the file takes, if it has to be read. */
const READING = 0.5;

/** The effect of a policy on the quasi-identifiers in memory, as JSON. */
export function told(shelf: Shelf, recipe: string, { levels, k }: CandidateAsked): string {
  const none = SensitiveColumns.none();
  try {
    const asked = shelf.recipe(recipe);
    return shelf.encoded.it.candidate(asked, Uint8Array.from(levels), k, none, undefined, [], false);
  } finally {
    none.free();
  }
}

export function compareFace(opening: Promise<Shelf>, jobs: Jobs) {
  /** The columns to which the sensitive ones in memory belong. */
  let columns = "";

  async function sensitive(
    shelf: Shelf,
    job: number,
    recipe: string,
    cross: readonly string[],
    file: Blob,
    encoding: string,
    onShare: (share: number) => void,
  ): Promise<void> {
    const pass = shelf.encoded.it.sensitivePass(shelf.recipe(recipe), [...cross]);
    if (pass === undefined) {
      columns = "";
      shelf.sensitive.put(SensitiveColumns.none());
      return;
    }
    await holding(pass, async (reading) => {
      if (!shelf.sensitive.isEmpty && reading.columns === columns) return;
      await passOver(
        file,
        encoding,
        (raw, text) => reading.push(raw, text),
        jobs,
        job,
        ({ done, total }) => onShare(READING * (done / Math.max(1, total))),
      );
      columns = reading.columns;
      shelf.sensitive.put(reading.finish());
    });
  }

  return {
    /** The effect of each policy on the table in memory. */
    candidates: async (
      job: number,
      recipe: string,
      file: Blob,
      encoding: string,
      { candidates, threshold, cross }: CompareAsked,
      onShare: (share: number) => void,
    ): Promise<CandidateRow[]> => {
      const shelf = await opening;
      await sensitive(shelf, job, recipe, cross, file, encoding, onShare);
      const rows: CandidateRow[] = [];
      for (const { levels, k, recipe: own, rebuilt } of candidates) {
        onShare(READING + (1 - READING) * (rows.length / candidates.length));
        await jobs.yield();
        if (jobs.isCancelled(job)) throw cancelled();
        const told = shelf.encoded.it.candidate(
          shelf.recipe(own ?? recipe),
          Uint8Array.from(levels),
          k,
          shelf.sensitive.it,
          threshold ?? undefined,
          [...cross],
          rebuilt,
        );
        rows.push(JSON.parse(told) as CandidateRow);
      }
      return rows;
    },
  };
}
