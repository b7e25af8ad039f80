/** The page's requests for unsafe combinations, to one worker or to several that search ranges of the records. */

import * as Comlink from "comlink";
import { Engine } from "./client";
import type { Readable } from "./readable";
import type { Bytes } from "./wire/protocol";
import type {
  FullReview,
  RecordView,
  ReviewAsked,
  Share,
  SuppressedFound,
  UniquesFound,
  WrittenCells,
} from "./wire/uniques-rows";

/** With fewer distinct tuples, starting more workers takes longer than it saves. */
const FEWEST_FOR_HELP = 20_000;
const MOST_HELPERS = 7;
/** Ranges for each worker. Workers that finish early take more. */
const RANGES_EACH = 8;

type OnShare = (share: Share) => void;

/** Searches the table that the engine holds with up to `workers` workers. Helpers get its distinct tuples. */
export async function findUniques(
  engine: Engine,
  recipe: string,
  workers: number,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<UniquesFound> {
  const parts = await engine.inTurn(signal, (face) => face.uniquesParts(recipe));
  const helpers = Math.min(MOST_HELPERS, workers - 1);
  if (parts < FEWEST_FOR_HELP || helpers < 1) {
    return engine.inTurn(signal, (face, job) => face.uniques(job, recipe, Comlink.proxy(onShare)));
  }
  const others = Array.from({ length: helpers }, () => new Engine(engine.hiring, () => undefined));
  try {
    const tuples = await engine.inTurn(signal, (face) => face.uniquesTuples(recipe));
    const size = Math.ceil(parts / ((helpers + 1) * RANGES_EACH));
    const found: BigUint64Array[] = [];
    let next = 0;
    const work = async (one: Engine) => {
      if (one !== engine) await one.inTurn(signal, (face) => face.joinUniques(recipe, tuples));
      while (next < parts) {
        const start = next;
        next += size;
        found.push(await one.inTurn(signal, (face, job) => face.uniquesPart(job, start, start + size)));
        onShare({ share: (found.length * size) / parts, cost: 0 });
      }
    };
    await Promise.all([engine, ...others].map(work));
    return await engine.inTurn(signal, (face) => face.uniquesTogether(recipe, found));
  } finally {
    for (const other of others) other.end();
  }
}

export function uniqueRecord(engine: Engine, row: number): Promise<RecordView> {
  return engine.inTurn(new AbortController().signal, (face) => face.uniquesRecord(row));
}

/** Suppresses cells. If `ending` is aborted, it ends with its best suppression so far. */
export function suppress(
  engine: Engine,
  source: Readable,
  recipe: string,
  onShare: OnShare,
  signal: AbortSignal,
  ending: AbortSignal,
): Promise<SuppressedFound> {
  const { file, dialect } = source;
  return engine.inTurn(signal, (face, job) => {
    ending.addEventListener("abort", () => void face.end(job), { once: true });
    return face.suppress(job, recipe, file, dialect.encoding, Comlink.proxy(onShare));
  });
}

export function writeSuppressed(
  engine: Engine,
  source: Readable,
  recipe: string,
  place: FileSystemFileHandle | null,
  key: string | null,
  onBytes: (bytes: Bytes) => void,
  signal: AbortSignal,
): Promise<WrittenCells> {
  const { file, dialect } = source;
  return engine.inTurn(signal, (face, job) =>
    face.writeSuppressed(job, recipe, file, dialect.encoding, place, key, Comlink.proxy(onBytes)),
  );
}

/** Reviews the table that the engine holds. `source` names it, so that it can be read again. */
export function review(
  engine: Engine,
  source: Readable,
  asked: ReviewAsked,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<FullReview> {
  const { file, dialect } = source;
  return engine.inTurn(signal, (face, job) => face.review(job, asked, file, dialect.encoding, Comlink.proxy(onShare)));
}
