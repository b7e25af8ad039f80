/** The worker's part in reading a table: once for its contents, once to load its quasi-identifiers. */

import { toKanonError } from "./failure";
import { holding } from "./holding";
import { type Jobs, passOver, prepare } from "./passes";
import { beginningOf } from "./pieces";
import { ProfilePass, sniff } from "./pkg/kanon.js";
import { readPopulation } from "./population";
import type { Shelf } from "./shelf";
import type { PopulationBytes } from "./wire/frontier";
import type { Bytes, Dialect, ReadAs, Reading, TableSummary } from "./wire/protocol";

const SNIFF_BYTES = 256 << 10;

/** The worker's methods that read a table. */
export function tableFace(opening: Promise<Shelf>, jobs: Jobs) {
  return {
    /** Reads a file from beginning to end; without a dialect, with the detected one. */
    read: async (
      job: number,
      file: Blob,
      asked: Dialect | null,
      missing: ReadAs["missing"],
      onBytes: (bytes: Bytes) => void,
    ): Promise<Reading> => {
      const { opened } = await opening;
      const { head, whole } = await beginningOf(file, SNIFF_BYTES);
      const sniffed = sniff(head, whole);
      const profiled = (dialect: Dialect) =>
        holding(new ProfilePass(dialect, missing), async (pass) => {
          await passOver(file, dialect.encoding, (_, text) => pass.push(text), jobs, job, onBytes);
          return pass.finish();
        });
      const read = async (dialect: Dialect) => ({
        sniffed,
        dialect,
        profile: opened.put(await profiled(dialect)).profile(),
      });
      try {
        return await read(asked ?? sniffed.dialect);
      } catch (thrown) {
        // An unclosed quote is part of the text, unless the dialect was given or a cell is quoted.
        const isText = asked === null && !sniffed.hasQuotedCells;
        if (!isText || toKanonError(thrown).code !== "data-open-quote") throw thrown;
        return await read({ ...sniffed.dialect, quote: null });
      }
    },

    /** Reads the recipe's quasi-identifiers into memory, and counts the people of its population. */
    encode: async (
      job: number,
      file: Blob,
      recipe: string,
      population: PopulationBytes | null,
      onBytes: (bytes: Bytes) => void,
    ): Promise<TableSummary> => {
      const shelf = await opening;
      const preparation = await holding(shelf.opened.it.encode(shelf.recipe(recipe)), async (pass) => {
        await passOver(file, pass.encoding, (raw, text) => pass.push(raw, text), jobs, job, onBytes);
        return pass.finish();
      });
      const encoded = await holding(preparation, async (preparing) => {
        await prepare(preparing, jobs, job, file.size, onBytes);
        if (population !== null) {
          await readPopulation(shelf, jobs, job, recipe, population, () => undefined);
          preparing.setPopulation(shelf.population.it);
        }
        return preparing.finish();
      });
      return shelf.encoded.put(encoded).summary();
    },
  };
}
