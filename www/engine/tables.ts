/** The worker's part in reading a table: once for its contents, once to load its quasi-identifiers. */

import { holding } from "./holding";
import { type Jobs, passOver, prepare } from "./passes";
import { beginningOf } from "./pieces";
import { ProfilePass } from "./pkg/kanon.js";
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
      return holding(new ProfilePass(head, whole, asked ?? undefined, missing), async (pass) => {
        for (;;) {
          await passOver(file, pass.encoding, (_, text) => pass.push(text), jobs, job, onBytes);
          // Nothing is ready where the file must be read once more in another way.
          const ready = pass.finish();
          if (ready === undefined) continue;
          const table = opened.put(ready);
          return { sniffed: pass.sniffed(), dialect: table.dialect(), profile: table.profile() };
        }
      });
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
