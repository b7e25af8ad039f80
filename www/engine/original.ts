/** Reads an original beside the table that an engine holds. */

import { Engine } from "./client";
import type { PopulationBytes } from "./wire/frontier";
import type { Bytes, GivenRecipe } from "./wire/protocol";

/** The share of the reading that is done after one pass over the file. */
const READ = 0.6;

/** The recipe by which an original is read, and the population whose people it counts. */
export interface ReadBy {
  readonly recipe: string;
  readonly population: PopulationBytes | null;
}

/** Reads an original by a recipe with a separate engine, works with it, and ends it in any case. */
export async function withOriginal<Answer>(
  { hiring }: Engine,
  original: Blob,
  { recipe, population }: ReadBy,
  onShare: (share: number) => void,
  signal: AbortSignal,
  work: (own: Engine, encoding: string) => Promise<Answer>,
): Promise<Answer> {
  const own = new Engine(hiring, () => undefined);
  try {
    const { dialect, columns } = JSON.parse(recipe) as GivenRecipe;
    const missing = Object.fromEntries(
      Object.entries(columns).flatMap(([name, { missing: codes }]) => (codes === undefined ? [] : [[name, codes]])),
    );
    const share = ({ done, total }: Bytes) => done / Math.max(1, total);
    const reading = await own.read(original, dialect ?? null, missing, (bytes) => onShare(READ * share(bytes)), signal);
    const source = { file: original, dialect: reading.dialect, missing };
    const onEncoded = (bytes: Bytes) => onShare(READ + (1 - READ) * share(bytes));
    await own.encode(source, { recipe, key: recipe, population }, onEncoded, signal);
    return await work(own, reading.dialect.encoding);
  } finally {
    own.end();
  }
}
