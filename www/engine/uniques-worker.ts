/** The worker's part in unsafe combinations. */

import { completed } from "./driver";
import { holding } from "./holding";
import { type Jobs, passOver } from "./passes";
import {
  type CellSuppression,
  ConditionsPass,
  type FoundUniques,
  type ImpactNumbers,
  UniquesCrew,
  type UniquesSearch,
  type WrittenTable,
} from "./pkg/kanon.js";
import { readPopulation } from "./population";
import { rewritten, verifiedCells } from "./release";
import type { Shelf } from "./shelf";
import type { Bytes } from "./wire/protocol";
import type {
  CellsHead,
  CheckedCondition,
  FindingsView,
  FullReview,
  RecordView,
  ReviewAsked,
  Reviewed,
  Share,
  SuppressedFound,
  UniquesFound,
  UniquesReport,
  WrittenCells,
} from "./wire/uniques-rows";

/** The records of a preview. */
const PREVIEWED_RECORDS = 500;

/** The worker's methods for unsafe combinations and finished files. */
export function uniquesFace(opening: Promise<Shelf>, jobs: Jobs) {
  /** The text of the recipe of the search that is waiting to start. */
  let asked = "";

  /** The search for a recipe's combinations before its start, whose tuples a crew searches. */
  function whole(shelf: Shelf, recipe: string): UniquesSearch {
    if (shelf.uniques.isEmpty || asked !== recipe) {
      shelf.uniques.put(shelf.encoded.it.uniques(shelf.recipe(recipe)));
      asked = recipe;
    }
    return shelf.uniques.it;
  }

  const search = (one: UniquesSearch | UniquesCrew, job: number, onShare: (share: Share) => void) =>
    completed(jobs, job, one, (share) => onShare({ share, cost: 0 }));

  function found(shelf: Shelf, combinations: FoundUniques): UniquesFound {
    shelf.found.put(combinations);
    const report = JSON.parse(combinations.report()) as UniquesReport;
    return { report, view: JSON.parse(combinations.view()) as FindingsView };
  }

  /** The numbers for the impact, read from the file if there are any. */
  async function numbersFor(
    suppression: CellSuppression,
    job: number,
    file: Blob,
    encoding: string,
  ): Promise<ImpactNumbers | undefined> {
    const reading = suppression.impactPass();
    if (reading === undefined) return undefined;
    return holding(reading, async (pass) => {
      await passOver(
        file,
        encoding,
        (_, text) => pass.push(text),
        jobs,
        job,
        () => undefined,
      );
      return pass.finish();
    });
  }

  return {
    uniques: async (job: number, recipe: string, onShare: (share: Share) => void): Promise<UniquesFound> => {
      const shelf = await opening;
      whole(shelf, recipe);
      return holding(shelf.uniques.take(), async (one) => {
        await search(one, job, onShare);
        return found(shelf, one.finish());
      });
    },
    /** The number of distinct tuples if ranges of them can be searched separately; otherwise 0. */
    uniquesParts: async (recipe: string): Promise<number> => whole(await opening, recipe).parts,
    /** Starts a search by a crew, and returns the tuples for the other members. */
    uniquesTuples: async (recipe: string): Promise<Uint8Array> => {
      const shelf = await opening;
      return shelf.crew.put(whole(shelf, recipe).crew()).tuples();
    },
    /** Joins the crew of another worker's search. */
    joinUniques: async (recipe: string, tuples: Uint8Array): Promise<void> => {
      const shelf = await opening;
      shelf.crew.put(new UniquesCrew(shelf.recipe(recipe), tuples));
    },
    /** The findings in a range of the tuples. */
    uniquesPart: async (job: number, start: number, end: number): Promise<BigUint64Array> => {
      const { crew } = await opening;
      const { it } = crew;
      it.begin(start, end);
      await search(it, job, () => undefined);
      return it.findings();
    },
    uniquesTogether: async (recipe: string, parts: readonly BigUint64Array[]): Promise<UniquesFound> => {
      const shelf = await opening;
      whole(shelf, recipe);
      return holding(shelf.uniques.take(), (all) => {
        shelf.crew.drop();
        for (const part of parts) all.absorb(part);
        return found(shelf, all.finish());
      });
    },
    uniquesRecord: async (row: number): Promise<RecordView> => {
      const { found, cells } = await opening;
      return JSON.parse((cells.isEmpty ? found : cells).it.record(row)) as RecordView;
    },
    suppress: async (
      job: number,
      recipe: string,
      file: Blob,
      encoding: string,
      onShare: (share: Share) => void,
    ): Promise<SuppressedFound> => {
      const shelf = await opening;
      return holding(shelf.found.it.suppress(shelf.recipe(recipe)), async (suppression) => {
        const advance = (milliseconds: number) => {
          if (jobs.isEnded(job)) suppression.end();
          return suppression.advance(milliseconds);
        };
        await completed(jobs, job, { advance }, (share) => {
          const { cost, bound, canEnd } = suppression;
          onShare({ share, cost, bound, canEnd });
        });
        const cells = shelf.cells.put(suppression.finish(await numbersFor(suppression, job, file, encoding)));
        return { report: JSON.parse(cells.report()) as UniquesReport };
      });
    },
    suppressedHead: async (recipe: string): Promise<CellsHead> => {
      const shelf = await opening;
      return shelf.cells.it.releasedHead(PREVIEWED_RECORDS, shelf.recipe(recipe));
    },
    /** Writes the table with suppressed cells while the file is read again, and verifies it from its own bytes. */
    writeSuppressed: async (
      job: number,
      recipe: string,
      file: Blob,
      encoding: string,
      place: FileSystemFileHandle | null,
      key: string | null,
      onBytes: (bytes: Bytes) => void,
    ): Promise<WrittenCells> => {
      const shelf = await opening;
      // The original is read twice, with the release in between.
      const total = file.size * 3;
      const onShare = (share: number) => onBytes({ done: file.size * (1 + 2 * share), total });
      const settled = async (table: WrittenTable, written: Blob) => ({
        report: table.report(false),
        recipientReport: table.report(true),
        disclosure: table.disclosed(),
        verification: await verifiedCells(table.verify(), { file, encoding, written }, jobs, job, onShare),
      });
      const pass = shelf.cells.it.write(shelf.recipe(recipe), key);
      const source = { file, encoding, place };
      return rewritten(pass, jobs, job, source, ({ done }) => onBytes({ done, total }), settled);
    },
    review: async (
      job: number,
      { recipe, k, blank, missing, ignoresMissing, conditions: asked }: ReviewAsked,
      file: Blob,
      encoding: string,
      onShare: (share: Share) => void,
    ): Promise<FullReview> => {
      const shelf = await opening;
      const encoded = shelf.encoded.it;
      const pass = encoded.reviewPass(shelf.recipe(recipe), k, blank, [...missing]);
      const [disclosed, conditions] = await holding(pass, async (watching) => {
        const check = asked === null ? null : new ConditionsPass(asked.asked, asked.recipe ?? undefined, asked.dialect);
        const read = (further: (text: Uint8Array) => void) => {
          const push = (raw: Uint8Array, text: Uint8Array) => {
            watching.push(raw, text);
            further(text);
          };
          return passOver(file, encoding, push, jobs, job, () => undefined);
        };
        if (check === null) {
          await read(() => undefined);
          return [watching.finish(), []] as const;
        }
        const checked = await holding(check, async (checking) => {
          const population = asked?.population ?? null;
          if (population !== null) {
            await readPopulation(shelf, jobs, job, recipe, population, () => undefined);
            checking.setPopulation(shelf.population.it);
          }
          await read((text) => checking.push(text));
          return JSON.parse(checking.finish()) as CheckedCondition[];
        });
        return [watching.finish(), checked] as const;
      });
      return holding(encoded.review(k, blank, [...missing], ignoresMissing), async (reviewing) => {
        await completed(jobs, job, reviewing, (share) => onShare({ share, cost: 0 }));
        return { reviewed: JSON.parse(reviewing.finish()) as Reviewed, conditions, disclosed };
      });
    },
  };
}
