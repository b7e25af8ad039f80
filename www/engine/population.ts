/** The population that the worker holds. */

import { isKanonError } from "./failure";
import { holding } from "./holding";
import { type Jobs, NO_JOB, passOver, ToUtf8 } from "./passes";
import { beginningOf } from "./pieces";
import { PopulationPass, sniff } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { PopulationBytes } from "./wire/frontier";
import type { Bytes, KanonError } from "./wire/protocol";

const HEAD_BYTES = 256 << 10;

/** Sets the population of the risks of the search's releases, or that there is none. */
export async function among(
  shelf: Shelf,
  jobs: Jobs,
  recipe: string,
  population: PopulationBytes | null,
  job = NO_JOB,
): Promise<void> {
  if (population === null) return shelf.search.it.withoutPopulation();
  await readPopulation(shelf, jobs, job, recipe, population, () => undefined);
  shelf.search.it.setPopulation(shelf.population.it);
}

/** A failure with the name of the file that caused it, which is not the table. */
function inFile(error: KanonError, { name }: File): KanonError {
  return { ...error, place: { ...error.place, file: name } };
}

/** Stores this population alone, with the columns that the recipe needs. */
export async function readPopulation(
  shelf: Shelf,
  jobs: Jobs,
  job: number,
  recipe: string,
  population: PopulationBytes | null,
  onBytes: (bytes: Bytes) => void,
): Promise<void> {
  const key = population?.key ?? "";
  const isHeld =
    key === shelf.populationKey && (population === null || shelf.population.it.isFor(shelf.recipe(recipe)));
  if (isHeld) return;
  shelf.population.drop();
  shelf.populationKey = "";
  if (population === null) return;
  const { file } = population;
  const { head, whole } = await beginningOf(file, HEAD_BYTES);
  const { dialect } = sniff(head, whole);
  const reading = new PopulationPass(shelf.recipe(recipe), dialect, new ToUtf8(dialect.encoding).chunk(head));
  const read = await holding(reading, async (pass) => {
    await passOver(file, dialect.encoding, (_, text) => pass.push(text), jobs, job, onBytes);
    return pass.finish();
  }).catch((thrown: unknown) => {
    throw isKanonError(thrown) && file instanceof File ? inFile(thrown, file) : thrown;
  });
  shelf.population.put(read);
  shelf.populationKey = key;
}
